import { testLanguageOf, type TestLanguage } from '../../core/test-addresses.ts';
import { agreeableAnswer, isQuestion } from './agreeable-answer.ts';

/** What the network does with a message to the persona. */
export type TextDelivery =
  /** The message arrives, and its delivery is reported. */
  | 'delivered'
  /** The message arrives. No delivery is reported, and no answer follows. */
  | 'unreported'
  /** The message is accepted, and its failure is reported later: a failed receipt, or a bounce by mail. */
  | 'bounced'
  /** The network refuses each message for good. */
  | 'refused'
  /** The network refuses each message because the address does not exist. */
  | 'no-such-address'
  /** The network refuses the first attempt because it is overloaded, and accepts the next one. */
  | 'accepted-later';

/** A message that a persona has received. */
export interface ReceivedText {
  /** Number of messages of this conversation that the persona received before. */
  readonly turn: number;
  readonly text: string;
}

export interface PersonaAnswer {
  readonly text: string;
  /** Additional delay, in ms. Default 0. */
  readonly afterMs?: number;
  /** Whether a machine answers, as an out-of-office message does (RFC 3834). */
  readonly isAutomatic?: boolean;
}

/** The behaviour of a simulated person that receives messages. */
export interface TextPersona {
  /** The last two digits of the numbers of this persona. */
  readonly digits: string;
  /** The local part of the addresses of this persona. */
  readonly localPart: string;
  readonly title: string;
  readonly delivery: TextDelivery;
  /** Maximum answers of one conversation. */
  readonly maxAnswers: number;
  /** Returns the answers, in the order in which they are sent. */
  respond(received: ReceivedText): readonly PersonaAnswer[];
}

type Respond = TextPersona['respond'];

/** What simulated people of one language write. */
interface PersonaTexts {
  readonly decline: string;
  readonly declineAgain: string;
  readonly otherTime: string;
  readonly questions: readonly [string, string];
  readonly away: string;
  readonly wrongPerson: string;
  readonly optOut: string;
  readonly openings: readonly [string, string];
  readonly person: string;
  readonly unclear: string;
  readonly robot: (number: number) => string;
}

const personaTexts: Readonly<Record<TestLanguage, PersonaTexts>> = {
  en: {
    decline: 'No, thank you. I am not interested.',
    declineAgain: 'No, thank you.',
    otherTime: 'That does not work for me. Can we make it tomorrow at ten?',
    questions: ['Who is this, and what is it about?', 'How long will it take?'],
    away: 'I am away and have no access to my messages. I will answer when I am back.',
    wrongPerson: 'I think you have the wrong person. I do not know you.',
    optOut: 'STOP',
    openings: ['Hi', 'sorry, I just saw this'],
    person: 'I want to speak to a person, please.',
    unclear: 'hm the usual or the other one, you know',
    robot: (number) => `Thank you for your message number ${number}. What can I do for you?`,
  },
  de: {
    decline: 'Nein danke. Ich habe kein Interesse.',
    declineAgain: 'Nein danke.',
    otherTime: 'Das passt mir leider nicht. Geht es morgen um zehn Uhr?',
    questions: ['Wer schreibt da, und worum geht es?', 'Wie lange dauert das?'],
    away: 'Ich bin nicht da und lese meine Nachrichten nicht. Ich antworte, wenn ich zurück bin.',
    wrongPerson: 'Ich glaube, Sie haben die falsche Nummer. Ich kenne Sie nicht.',
    optOut: 'STOPP',
    openings: ['Hallo', 'Entschuldigung, das habe ich gerade erst gesehen'],
    person: 'Ich möchte bitte mit einem Menschen sprechen.',
    unclear: 'hm das Übliche oder das andere, Sie wissen schon',
    robot: (number) => `Danke für Ihre Nachricht Nummer ${number}. Was kann ich für Sie tun?`,
  },
};

const answer = (text: string): PersonaAnswer[] => [{ text }];
const silence = (): PersonaAnswer[] => [];

type PersonaOptions = Partial<Omit<TextPersona, 'digits' | 'localPart' | 'title'>>;

/** Returns the personas that write a language, as described in docs/test-messages.md. */
function createPersonas(language: TestLanguage): readonly TextPersona[] {
  const texts = personaTexts[language];
  const { agree, decline, sayFirst, answerInParts, addDelay, sendEmoji } = responsesIn(language);
  const persona = (
    digits: string,
    localPart: string,
    title: string,
    behaviour: PersonaOptions = {},
  ): TextPersona => {
    return { digits, localPart, title, delivery: 'delivered', maxAnswers: 10, respond: agree, ...behaviour };
  };
  return [
    persona('00', 'agrees', 'agrees to everything'),
    persona('01', 'declines', 'declines politely', { respond: decline }),
    persona('02', 'later', 'asks for another time', {
      respond: sayFirst(texts.otherTime),
    }),
    persona('03', 'asks', 'asks two questions and then agrees', {
      respond: sayFirst(...texts.questions),
    }),
    persona('04', 'silent', 'never answers', { respond: silence }),
    persona('05', 'away', 'is away: an automatic reply', {
      respond: sayOnce(texts.away, { isAutomatic: true }),
    }),
    persona('06', 'wrong', 'is the wrong person', {
      respond: sayOnce(texts.wrongPerson),
    }),
    persona('07', 'stop', 'wants no more messages', { respond: sayOnce(texts.optOut) }),
    persona('08', 'bounces', 'cannot be reached: the delivery fails later', {
      delivery: 'bounced',
      respond: silence,
    }),
    persona('09', 'unreported', 'receives messages without a delivery receipt, and never answers', {
      delivery: 'unreported',
      respond: silence,
    }),
    persona('10', 'chatty', 'answers in three messages', { respond: answerInParts }),
    persona('11', 'short', 'answers with one digit', { respond: () => answer('1') }),
    persona('12', 'person', 'asks for a person', {
      respond: sayFirst(texts.person),
    }),
    persona('13', 'unclear', 'writes something unclear and then agrees', {
      respond: sayFirst(texts.unclear),
    }),
    persona('14', 'robot', 'is a robot that answers every message', {
      maxAnswers: 50,
      respond: ({ turn }) => answer(texts.robot(turn + 1)),
    }),
    persona('15', 'slow', 'answers after one minute', { respond: addDelay(60_000) }),
    persona('16', 'emoji', 'answers with an emoji', {
      respond: sendEmoji,
    }),
    persona('17', 'refused', 'is refused by the carrier', { delivery: 'refused', respond: silence }),
    persona('18', 'unknown', 'does not exist', { delivery: 'no-such-address', respond: silence }),
    persona('19', 'busy', 'has a carrier that is overloaded at the first attempt', {
      delivery: 'accepted-later',
    }),
  ];
}

/** Returns the ways to respond in a language. */
function responsesIn(language: TestLanguage) {
  const texts = personaTexts[language];
  const isAsked = ({ text }: ReceivedText): boolean => isQuestion(text, language);
  /** Answers the first message, and later messages that ask something. */
  const agree: Respond = (received) =>
    received.turn === 0 || isAsked(received) ? answer(agreeableAnswer(received.text, language)) : [];
  const decline: Respond = (received) => {
    if (received.turn === 0) return answer(texts.decline);
    return isAsked(received) ? answer(texts.declineAgain) : [];
  };
  /** Sends these texts, one per message, and then agrees to all further questions. */
  const sayFirst =
    (...first: readonly string[]): Respond =>
    (received) => {
      const text = first[received.turn];
      return text === undefined ? agree(received) : answer(text);
    };
  /** Answers in several messages that follow each other within a second. */
  const answerInParts: Respond = (received) => {
    if (received.turn > 0) return agree(received);
    const [hello, apology] = texts.openings;
    return [
      { text: hello },
      { text: apology, afterMs: 400 },
      { text: agreeableAnswer(received.text, language), afterMs: 800 },
    ];
  };
  const addDelay =
    (afterMs: number): Respond =>
    (received) =>
      agree(received).map((one) => ({ ...one, afterMs }));
  const sendEmoji: Respond = (received) => (received.turn === 0 || isAsked(received) ? answer('👍') : []);
  return { agree, decline, sayFirst, answerInParts, addDelay, sendEmoji };
}

/** Returns a response that sends the text once. */
const sayOnce =
  (text: string, options: Omit<PersonaAnswer, 'text'> = {}): Respond =>
  ({ turn }) =>
    turn === 0 ? [{ text, ...options }] : [];

/** The personas by language. */
export const textPersonas: Readonly<Record<TestLanguage, readonly TextPersona[]>> = {
  en: createPersonas('en'),
  de: createPersonas('de'),
};

/** Returns the persona of a number by its last two digits, or of an email address by its local part without `+tag`; persona 00 if no other matches. */
export function textPersonaOf(address: string): TextPersona {
  const ofLanguage = textPersonas[testLanguageOf(address)];
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, at).replace(/\+.*$/s, '').toLowerCase();
  const found =
    at < 0
      ? ofLanguage.find(({ digits }) => address.endsWith(digits))
      : ofLanguage.find((persona) => persona.localPart === localPart);
  return found ?? ofLanguage[0]!;
}
