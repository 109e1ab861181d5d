import type { Sentences } from '../language.ts';

/** The sentences of Italian. */
export const italianSentences: Sentences = {
  reminder: 'È ancora in linea?',
  fillers: ['Un momento, per favore.', 'Solo un attimo.', 'Sono subito da lei.'],
  offer: 'Mi scusi, ci vuole più tempo del previsto. Può attendere oppure chiedermi altro.',
  apology: 'Mi dispiace, in questo momento ho un problema. Può ripetere, per favore?',
  notUnderstood: 'Mi scusi, non ho capito.',
  keypad: {
    yesNo: 'Può anche usare la tastiera: prema 1 per sì o 2 per no.',
    choice: (names) =>
      `Può anche usare la tastiera: ${names.map((name, index) => `prema ${index + 1} per ${name}`).join(', ')}.`,
    digits: 'Può anche usare la tastiera: digiti le cifre e poi prema il tasto cancelletto.',
    date: 'Può anche usare la tastiera: digiti il giorno e il mese con quattro cifre e poi prema il tasto cancelletto.',
  },
  readBack: {
    date: 'Ha detto {{candidate}}?',
    value: 'Ho capito {{candidate}}. È giusto?',
    spelled: 'Ho capito {{candidate}}, {{spelled}}. È giusto?',
  },
  optOut: 'Mi scusi. Non la chiameremo più. Arrivederci.',
  wrongNumber: 'Mi scusi per il disturbo. Arrivederci.',
  introduction: 'Buongiorno, sono {{agent.name}}.',
  whoIsThis: 'Sono {{agent.name}}, un assistente automatico.',
  recordingConsent: {
    question: 'Mi autorizza a registrare questa chiamata?',
    given: 'Grazie. Da questo momento la chiamata è registrata.',
    refused: 'Va bene, la chiamata non verrà registrata.',
  },
  callback: {
    question: 'Quando possiamo richiamarla?',
    agreed: 'La richiameremo {{heard.date_time}}.',
    otherTime: 'Che giorno e a che ora le andrebbe bene?',
  },
  person: {
    offer: 'Al momento sono tutti occupati, ma un collega può richiamarla.',
    agreed: 'Un collega la richiamerà {{heard.date_time}}.',
    goodbye: 'Un collega la richiamerà. Arrivederci.',
  },
  goodbye: 'Arrivederci.',
  keywords: {
    stop: (sender) =>
      `${sender}: La sua iscrizione è annullata e non riceverà altri messaggi. Risponda START per iscriversi di nuovo.`,
    start: (sender) => `${sender}: Riceverà di nuovo i messaggi. Risponda STOP per annullare.`,
    help: (sender) => `Questi sono messaggi di ${sender}. Risponda STOP per annullare.`,
  },
};
