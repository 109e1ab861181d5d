import type { Sentences } from '../language.ts';

/** The sentences of German. */
const person = {
  offer: 'Im Moment sind alle im Gespräch, aber ein Kollege kann Sie zurückrufen.',
  agreed: 'Ein Kollege ruft Sie zurück: {{heard.date_time}}.',
} as const;

export const germanSentences: Sentences = {
  reminder: 'Sind Sie noch da?',
  fillers: ['Einen Moment, bitte.', 'Einen Augenblick.', 'Ich bin gleich so weit.'],
  offer:
    'Entschuldigung, das dauert länger als gewöhnlich. Sie können warten oder mich etwas anderes fragen.',
  apology: 'Entschuldigung, ich habe gerade ein Problem. Könnten Sie das bitte wiederholen?',
  notUnderstood: 'Entschuldigung, das habe ich nicht verstanden.',
  keypad: {
    yesNo: 'Sie können auch die Tasten benutzen: Drücken Sie 1 für Ja oder 2 für Nein.',
    choice: (names) =>
      `Sie können auch die Tasten benutzen: Drücken Sie ${names.map((name, index) => `${index + 1} für ${name}`).join(', ')}.`,
    digits: 'Sie können auch die Tasten benutzen: Geben Sie die Ziffern ein und drücken Sie die Rautetaste.',
    date: 'Sie können auch die Tasten benutzen: Geben Sie Tag und Monat mit vier Ziffern ein und drücken Sie die Rautetaste.',
  },
  readBack: {
    date: 'Haben Sie {{candidate}} gesagt?',
    value: 'Ich habe {{candidate}} verstanden. Stimmt das?',
    spelled: 'Ich habe {{candidate}} verstanden, {{spelled}}. Stimmt das?',
  },
  optOut: 'Entschuldigung. Wir rufen Sie nicht mehr an. Auf Wiederhören.',
  wrongNumber: 'Entschuldigen Sie die Störung. Auf Wiederhören.',
  introduction: 'Guten Tag, hier ist {{agent.name}}.',
  whoIsThis: 'Hier ist {{agent.name}}, ein automatischer Assistent.',
  recordingConsent: {
    question: 'Darf ich dieses Gespräch aufzeichnen?',
    given: 'Vielen Dank. Das Gespräch wird ab jetzt aufgezeichnet.',
    refused: 'In Ordnung, das Gespräch wird nicht aufgezeichnet.',
  },
  callback: {
    question: 'Wann sollen wir Sie zurückrufen?',
    agreed: 'Wir rufen Sie zurück: {{heard.date_time}}.',
    otherTime: 'Welcher Tag und welche Uhrzeit passt Ihnen?',
  },
  person: { ...person, goodbye: 'Ein Kollege ruft Sie zurück. Auf Wiederhören.' },
  goodbye: 'Auf Wiederhören.',
  written: {
    optOut: 'Entschuldigung. Wir rufen Sie nicht mehr an. Viele Grüße',
    wrongNumber: 'Entschuldigen Sie die Störung. Viele Grüße',
    person: { ...person, goodbye: 'Ein Kollege ruft Sie zurück. Viele Grüße' },
    goodbye: 'Viele Grüße',
  },
  keywords: {
    stop: (sender) =>
      `${sender}: Sie sind abgemeldet und erhalten keine Nachrichten mehr. Mit START melden Sie sich wieder an.`,
    start: (sender) => `${sender}: Sie erhalten wieder Nachrichten. Mit STOP melden Sie sich ab.`,
    help: (sender) => `Dies sind Nachrichten von ${sender}. Mit STOP melden Sie sich ab.`,
  },
};
