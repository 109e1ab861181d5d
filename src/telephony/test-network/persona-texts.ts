import { digitWords } from '../../core/spoken-words.ts';
import type { TestLanguage } from '../../core/test-addresses.ts';

/** What simulated callees of one language say. */
export interface PersonaTexts {
  readonly hello: string;
  readonly yes: string;
  readonly no: string;
  /** A day with a time of day. */
  readonly time: string;
  /** The same time with more detail, for a repeated question. */
  readonly timeInDetail: string;
  readonly number: string;
  /** Returns digits one by one, as words. */
  readonly digits: (digits: string) => string;
  readonly callback: string;
  readonly voicemailGreeting: string;
  readonly wrongNumber: string;
  readonly optOut: string;
  readonly interruption: string;
  readonly person: string;
  readonly mumble: string;
  readonly menu: {
    readonly greeting: string;
    readonly reminder: string;
    readonly first: string;
    readonly other: string;
  };
  readonly hesitation: string;
  readonly backchannel: string;
  readonly screening: { readonly question: string; readonly connecting: string };
}

const germanDigits = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];

export const personaTexts: Readonly<Record<TestLanguage, PersonaTexts>> = {
  en: {
    hello: 'Hello?',
    yes: 'yes',
    no: 'no thank you',
    time: 'tomorrow at ten',
    timeInDetail: 'tomorrow morning at ten a m',
    number: 'two',
    digits: digitWords,
    callback: 'call me back tomorrow at ten',
    voicemailGreeting:
      'Hi, you have reached the voicemail of Alex. I am not available right now. Please leave a message after the beep.',
    wrongNumber: 'wrong number',
    optOut: 'stop calling me',
    interruption: 'yes yes that works for me',
    person: 'i want to speak to a person',
    mumble: 'mumble the marmalade umbrella',
    menu: {
      greeting: 'Thank you for calling. For appointments, press one. For anything else, press two.',
      reminder: 'Please press one or two.',
      first: 'Appointments. Hello?',
      other: 'One moment please. Hello?',
    },
    hesitation: 'um',
    backchannel: 'mm hmm',
    screening: {
      question:
        'The person you are calling uses a screening service. Please say your name and why you are calling.',
      connecting: 'Thank you. Connecting you now.',
    },
  },
  de: {
    hello: 'Hallo?',
    yes: 'ja',
    no: 'nein danke',
    time: 'morgen um zehn Uhr',
    timeInDetail: 'morgen Vormittag um zehn Uhr',
    number: 'zwei',
    digits: (digits) => [...digits].map((digit) => germanDigits[Number(digit)]).join(' '),
    callback: 'rufen Sie mich morgen um zehn Uhr zurück',
    voicemailGreeting:
      'Hallo, hier ist die Mailbox von Alex. Ich bin gerade nicht erreichbar. Bitte hinterlassen Sie eine Nachricht nach dem Signalton.',
    wrongNumber: 'Sie haben die falsche Nummer',
    optOut: 'rufen Sie mich nicht mehr an',
    interruption: 'ja ja das passt mir gut',
    person: 'ich möchte mit einem Menschen sprechen',
    mumble: 'murmel die Marmelade im Regenschirm',
    menu: {
      greeting:
        'Danke für Ihren Anruf. Für Termine drücken Sie die Eins. Für alles andere drücken Sie die Zwei.',
      reminder: 'Bitte drücken Sie die Eins oder die Zwei.',
      first: 'Terminvergabe. Hallo?',
      other: 'Einen Moment bitte. Hallo?',
    },
    hesitation: 'ähm',
    backchannel: 'mhm',
    screening: {
      question:
        'Die angerufene Person nimmt nur Anrufe von bekannten Nummern an. Bitte sagen Sie Ihren Namen und den Grund Ihres Anrufs.',
      connecting: 'Danke. Ich verbinde Sie jetzt.',
    },
  },
};
