import type { Sentences } from '../language.ts';

/** The sentences of French. */
export const frenchSentences: Sentences = {
  reminder: 'Vous êtes toujours là ?',
  fillers: ['Un instant, s’il vous plaît.', 'Une petite seconde.', 'Je suis à vous tout de suite.'],
  offer:
    'Je suis désolé, cela prend plus de temps que prévu. Vous pouvez patienter ou me demander autre chose.',
  apology: 'Je suis désolé, j’ai un problème en ce moment. Pourriez-vous répéter ?',
  notUnderstood: 'Pardon, je n’ai pas compris.',
  keypad: {
    yesNo: 'Vous pouvez aussi utiliser le clavier : tapez 1 pour oui ou 2 pour non.',
    choice: (names) =>
      `Vous pouvez aussi utiliser le clavier : ${names.map((name, index) => `tapez ${index + 1} pour ${name}`).join(', ')}.`,
    digits: 'Vous pouvez aussi utiliser le clavier : tapez les chiffres, puis la touche dièse.',
    date: 'Vous pouvez aussi utiliser le clavier : tapez le jour et le mois en quatre chiffres, puis la touche dièse.',
  },
  readBack: {
    date: 'Avez-vous dit {{candidate}} ?',
    value: 'J’ai compris {{candidate}}. Est-ce exact ?',
    spelled: 'J’ai compris {{candidate}}, {{spelled}}. Est-ce exact ?',
  },
  optOut: 'Je suis désolé. Nous ne vous appellerons plus. Au revoir.',
  wrongNumber: 'Excusez-moi de vous avoir dérangé. Au revoir.',
  introduction: 'Bonjour, ici {{agent.name}}.',
  whoIsThis: 'Je suis {{agent.name}}, un assistant automatique.',
  recordingConsent: {
    question: 'M’autorisez-vous à enregistrer cet appel ?',
    given: 'Merci. L’appel est enregistré à partir de maintenant.',
    refused: 'Très bien, cet appel ne sera pas enregistré.',
  },
  callback: {
    question: 'Quand pouvons-nous vous rappeler ?',
    agreed: 'Nous vous rappellerons {{heard.date_time}}.',
    otherTime: 'Quel jour et à quelle heure cela vous conviendrait-il ?',
  },
  person: {
    offer: 'Tout le monde est occupé pour le moment, mais un collègue peut vous rappeler.',
    agreed: 'Un collègue vous rappellera {{heard.date_time}}.',
    goodbye: 'Un collègue vous rappellera. Au revoir.',
  },
  goodbye: 'Au revoir.',
  keywords: {
    stop: (sender) =>
      `${sender} : vous êtes désabonné et ne recevrez plus de messages. Répondez START pour vous réabonner.`,
    start: (sender) => `${sender} : vous recevrez de nouveau des messages. Répondez STOP pour arrêter.`,
    help: (sender) => `Messages de ${sender}. Répondez STOP pour vous désabonner.`,
  },
};
