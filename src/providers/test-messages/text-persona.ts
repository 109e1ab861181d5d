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

const answer = (text: string): PersonaAnswer[] => [{ text }];
const silence = (): PersonaAnswer[] => [];

/** Answers the first message, and later messages that ask something. */
function agree({ turn, text }: ReceivedText): PersonaAnswer[] {
  return turn === 0 || isQuestion(text) ? answer(agreeableAnswer(text)) : [];
}

/** Returns a response that sends these texts, one per message, and then agrees to all further questions. */
const sayFirst =
  (...texts: readonly string[]) =>
  (received: ReceivedText): PersonaAnswer[] => {
    const text = texts[received.turn];
    return text === undefined ? agree(received) : answer(text);
  };

/** Returns a response that sends the text once. */
const sayOnce =
  (text: string, options: Omit<PersonaAnswer, 'text'> = {}) =>
  ({ turn }: ReceivedText): PersonaAnswer[] =>
    turn === 0 ? [{ text, ...options }] : [];

function decline({ turn, text }: ReceivedText): PersonaAnswer[] {
  if (turn === 0) return answer('No, thank you. I am not interested.');
  return isQuestion(text) ? answer('No, thank you.') : [];
}

/** Answers in several messages that follow each other within a second. */
function answerInParts(received: ReceivedText): PersonaAnswer[] {
  if (received.turn > 0) return agree(received);
  return [
    { text: 'Hi' },
    { text: 'sorry, I just saw this', afterMs: 400 },
    { text: agreeableAnswer(received.text), afterMs: 800 },
  ];
}

const addDelay =
  (afterMs: number) =>
  (received: ReceivedText): PersonaAnswer[] =>
    agree(received).map((one) => ({ ...one, afterMs }));

type PersonaOptions = Partial<Omit<TextPersona, 'digits' | 'localPart' | 'title'>>;

function persona(
  digits: string,
  localPart: string,
  title: string,
  behaviour: PersonaOptions = {},
): TextPersona {
  return { digits, localPart, title, delivery: 'delivered', maxAnswers: 10, respond: agree, ...behaviour };
}

/** The personas by the last two digits of their number and the local part of their address, as described in docs/test-messages.md. */
export const textPersonas: readonly TextPersona[] = [
  persona('00', 'agrees', 'agrees to everything'),
  persona('01', 'declines', 'declines politely', { respond: decline }),
  persona('02', 'later', 'asks for another time', {
    respond: sayFirst('That does not work for me. Can we make it tomorrow at ten?'),
  }),
  persona('03', 'asks', 'asks two questions and then agrees', {
    respond: sayFirst('Who is this, and what is it about?', 'How long will it take?'),
  }),
  persona('04', 'silent', 'never answers', { respond: silence }),
  persona('05', 'away', 'is away: an automatic reply', {
    respond: sayOnce('I am away and have no access to my messages. I will answer when I am back.', {
      isAutomatic: true,
    }),
  }),
  persona('06', 'wrong', 'is the wrong person', {
    respond: sayOnce('I think you have the wrong person. I do not know you.'),
  }),
  persona('07', 'stop', 'wants no more messages', { respond: sayOnce('STOP') }),
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
    respond: sayFirst('I want to speak to a person, please.'),
  }),
  persona('13', 'unclear', 'writes something unclear and then agrees', {
    respond: sayFirst('hm the usual or the other one, you know'),
  }),
  persona('14', 'robot', 'is a robot that answers every message', {
    maxAnswers: 50,
    respond: ({ turn }) => answer(`Thank you for your message number ${turn + 1}. What can I do for you?`),
  }),
  persona('15', 'slow', 'answers after one minute', { respond: addDelay(60_000) }),
  persona('16', 'emoji', 'answers with an emoji', {
    respond: ({ turn, text }) => (turn === 0 || isQuestion(text) ? answer('👍') : []),
  }),
  persona('17', 'refused', 'is refused by the carrier', { delivery: 'refused', respond: silence }),
  persona('18', 'unknown', 'does not exist', { delivery: 'no-such-address', respond: silence }),
  persona('19', 'busy', 'has a carrier that is overloaded at the first attempt', {
    delivery: 'accepted-later',
  }),
];

const agreeing = textPersonas[0]!;

/** Returns the persona of a number by its last two digits, or of an email address by its local part without `+tag`; persona 00 if no other matches. */
export function textPersonaOf(address: string): TextPersona {
  const at = address.lastIndexOf('@');
  if (at < 0) return textPersonas.find(({ digits }) => address.endsWith(digits)) ?? agreeing;
  const localPart = address.slice(0, at).replace(/\+.*$/s, '').toLowerCase();
  return textPersonas.find((persona) => persona.localPart === localPart) ?? agreeing;
}
