import type { Sentences } from '../language.ts';

/** The sentences of Dutch. */
export const dutchSentences: Sentences = {
  reminder: 'Bent u er nog?',
  fillers: ['Een ogenblik, alstublieft.', 'Een momentje.', 'Ik ben zo bij u.'],
  offer: 'Het spijt me, dit duurt langer dan normaal. U kunt wachten of mij iets anders vragen.',
  apology: 'Het spijt me, ik heb op dit moment een probleem. Kunt u dat herhalen?',
  notUnderstood: 'Sorry, dat heb ik niet verstaan.',
  keypad: {
    yesNo: 'U kunt ook de toetsen gebruiken: druk op 1 voor ja of op 2 voor nee.',
    choice: (names) =>
      `U kunt ook de toetsen gebruiken: ${names.map((name, index) => `druk op ${index + 1} voor ${name}`).join(', ')}.`,
    digits: 'U kunt ook de toetsen gebruiken: toets de cijfers in en druk op hekje.',
    date: 'U kunt ook de toetsen gebruiken: toets de dag en de maand in met vier cijfers en druk op hekje.',
  },
  readBack: {
    date: 'Zei u {{candidate}}?',
    value: 'Ik verstond {{candidate}}. Klopt dat?',
    spelled: 'Ik verstond {{candidate}}, {{spelled}}. Klopt dat?',
  },
  optOut: 'Mijn excuses. Wij bellen u niet meer. Tot ziens.',
  wrongNumber: 'Sorry voor het storen. Tot ziens.',
  introduction: 'Goedendag, u spreekt met {{agent.name}}.',
  whoIsThis: 'U spreekt met {{agent.name}}, een automatische assistent.',
  recordingConsent: {
    question: 'Mag ik dit gesprek opnemen?',
    given: 'Dank u wel. Het gesprek wordt vanaf nu opgenomen.',
    refused: 'Goed, het gesprek wordt niet opgenomen.',
  },
  callback: {
    question: 'Wanneer zullen we u terugbellen?',
    agreed: 'We bellen u terug op {{heard.date_time}}.',
    otherTime: 'Welke dag en tijd komt u uit?',
  },
  person: {
    offer: 'Op dit moment is iedereen bezet, maar een collega kan u terugbellen.',
    agreed: 'Een collega belt u terug op {{heard.date_time}}.',
    goodbye: 'Een collega belt u terug. Tot ziens.',
  },
  goodbye: 'Tot ziens.',
  keywords: {
    stop: (sender) =>
      `${sender}: U bent afgemeld en ontvangt geen berichten meer. Antwoord START om u weer aan te melden.`,
    start: (sender) => `${sender}: U ontvangt weer berichten. Antwoord STOP om u af te melden.`,
    help: (sender) => `Dit zijn berichten van ${sender}. Antwoord STOP om u af te melden.`,
  },
};
