import type { PromptHint } from '../../contracts/carrier.ts';
import { digitWords } from '../../core/spoken-words.ts';

/** One thing that a simulated person does. Carried out in order, each after the one before has ended. */
export type PersonAct =
  | { readonly type: 'say'; readonly text: string; readonly volume?: number }
  | { readonly type: 'beep' }
  | { readonly type: 'press'; readonly digits: string }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'hang-up' };

/** How the phone itself behaves before anybody speaks. */
export type Pickup =
  | { readonly type: 'answers'; readonly afterMs: number }
  | { readonly type: 'busy' }
  | { readonly type: 'rings-out' }
  | { readonly type: 'network-error' }
  | { readonly type: 'no-such-number' };

/** What the person knows when it is their turn to speak. */
export interface PersonTurn {
  /** 0 for the first time that the agent has finished speaking. */
  readonly turn: number;
  /** The prompt that was recognised; undefined where nothing fits. */
  readonly heard: PromptHint | undefined;
  readonly keysHeard: string;
}

/** A simulated person: what they say when they pick up, what they do while the agent speaks, and how they answer. */
export interface Persona {
  /** The last two digits of the numbers that reach this person. */
  readonly digits: string;
  readonly title: string;
  readonly pickup: Pickup;
  readonly onAnswer: readonly PersonAct[];
  /**
   * Done once, this long after the agent's first words were heard; the person does not wait for the agent to finish.
   * `takesTurn`: it is an answer, and what the agent had said until then needs no other.
   */
  readonly whileAgentSpeaks?: {
    readonly afterMs: number;
    readonly takesTurn: boolean;
    readonly acts: readonly PersonAct[];
  };
  answer(turn: PersonTurn): readonly PersonAct[];
  /** How the person reacts to keys that the agent presses. */
  onKey?(key: string): readonly PersonAct[];
}

export const say = (text: string, volume = 1): PersonAct => ({ type: 'say', text, volume });
const hello = [{ type: 'wait', ms: 300 }, say('Hello?')] as const satisfies PersonAct[];
const answersSoon: Pickup = { type: 'answers', afterMs: 1_000 };

type Answers = Record<PromptHint['invites'], (hint: PromptHint) => readonly PersonAct[]>;

const agreeable: Answers = {
  nothing: () => [],
  yes_no: () => [say('yes')],
  text: () => [say('yes')],
  // Who is asked again says it more plainly.
  date_time: (heard) => [say(isAskedAgain({ heard }) ? 'tomorrow morning at ten a m' : 'tomorrow at ten')],
  digits: (hint) => [say(digitWords(askedDigits(hint)))],
  number: () => [say('two')],
  choice: (hint) => [say(hint.choices?.[0] ?? 'yes')],
};

/** The answer of somebody who is glad to help; what was not understood gets a "yes". */
function agree({ heard }: PersonTurn): readonly PersonAct[] {
  return heard === undefined ? [say('yes')] : agreeable[heard.invites](heard);
}

/** Digits as many as are asked for: 1 2 3 4 … */
function askedDigits(hint: PromptHint): string {
  const count = Math.min(hint.maxDigits ?? 4, Math.max(hint.minDigits ?? 1, 4));
  return Array.from({ length: count }, (_, index) => (index + 1) % 10).join('');
}

function decline(turn: PersonTurn): PersonAct[] {
  return turn.heard?.invites === 'nothing' ? [] : [say('no thank you')];
}

/** Says one thing at the first opportunity, again where that was not understood, and agrees to whatever is asked about it. */
function sayFirst(text: string): (turn: PersonTurn) => readonly PersonAct[] {
  return (turn) => (turn.turn === 0 || isAskedAgain(turn) ? [say(text)] : agree(turn));
}

/** By the agent's words for a question that had no answer, or none that was understood. */
const isAskedAgain = ({ heard }: Pick<PersonTurn, 'heard'>): boolean =>
  /:(reprompt|silent|keypad)$/u.test(heard?.id ?? '');

const pressOne: PersonAct = { type: 'press', digits: '1' };

const byKeypad: Answers = {
  nothing: () => [],
  yes_no: () => [pressOne],
  choice: () => [pressOne],
  text: () => [pressOne],
  number: () => [{ type: 'press', digits: '2#' }],
  digits: pressDigits,
  date_time: pressDigits,
};

function pressDigits(hint: PromptHint): PersonAct[] {
  const digits = askedDigits(hint);
  return [{ type: 'press', digits: hint.maxDigits === digits.length ? digits : `${digits}#` }];
}

function press({ heard }: PersonTurn): readonly PersonAct[] {
  return heard === undefined ? [pressOne] : byKeypad[heard.invites](heard);
}

type Habits = Partial<Omit<Persona, 'digits' | 'title'>>;

function persona(digits: string, title: string, habits: Habits = {}): Persona {
  return { digits, title, pickup: answersSoon, onAnswer: hello, answer: agree, ...habits };
}

const nobody = { onAnswer: [], answer: () => [] };

/** Everybody who lives in the test network, by the last two digits of their number. docs/test-network.md describes them. */
export const personas: readonly Persona[] = [
  persona('00', 'agrees to everything'),
  persona('01', 'declines politely', { answer: decline }),
  persona('02', 'asks to be called back tomorrow at ten', {
    answer: sayFirst('call me back tomorrow at ten'),
  }),
  persona('03', 'is busy', { pickup: { type: 'busy' }, ...nobody }),
  persona('04', 'lets it ring', { pickup: { type: 'rings-out' }, ...nobody }),
  persona('05', 'has a voicemail with a greeting and a beep', {
    onAnswer: [
      { type: 'wait', ms: 400 },
      say(
        'Hi, you have reached the voicemail of Alex. I am not available right now. Please leave a message after the beep.',
      ),
      { type: 'beep' },
    ],
    answer: () => [],
  }),
  persona('06', 'is the wrong number', { answer: sayFirst('wrong number') }),
  persona('07', 'wants no more calls', { answer: sayFirst('stop calling me') }),
  persona('08', 'interrupts', {
    whileAgentSpeaks: { afterMs: 1_200, takesTurn: true, acts: [say('yes yes that works for me')] },
  }),
  persona('09', 'says nothing', nobody),
  persona('10', 'hangs up in the middle', {
    whileAgentSpeaks: { afterMs: 2_000, takesTurn: true, acts: [{ type: 'hang-up' }] },
    answer: () => [{ type: 'hang-up' }],
  }),
  persona('11', 'answers by keypad', { answer: press }),
  persona('12', 'asks for a person', { answer: sayFirst('i want to speak to a person') }),
  persona('13', 'mumbles first and then speaks up', {
    answer: (turn) => (turn.turn === 0 ? [say('mumble the marmalade umbrella', 0.12)] : agree(turn)),
  }),
  persona('14', 'is an IVR menu', {
    onAnswer: [
      { type: 'wait', ms: 300 },
      say('Thank you for calling. For appointments, press one. For anything else, press two.'),
    ],
    answer: (turn) =>
      turn.keysHeard === '' ? [{ type: 'wait', ms: 2_000 }, say('Please press one or two.')] : agree(turn),
    onKey: (key) => [say(key === '1' ? 'Appointments. Hello?' : 'One moment please. Hello?')],
  }),
  persona('15', 'hesitates in mid-sentence', {
    answer: (turn) => {
      const [first] = agree(turn);
      return first === undefined ? [] : [say('um'), { type: 'wait', ms: 350 }, first];
    },
  }),
  persona('16', 'says mm-hm while the agent speaks', {
    whileAgentSpeaks: { afterMs: 1_500, takesTurn: false, acts: [say('mm hmm')] },
  }),
  persona('17', 'cannot be reached: the carrier reports an error', {
    pickup: { type: 'network-error' },
    ...nobody,
  }),
  persona('18', 'does not exist: the number is not assigned', {
    pickup: { type: 'no-such-number' },
    ...nobody,
  }),
  persona('19', 'screens calls', {
    onAnswer: [
      { type: 'wait', ms: 300 },
      say(
        'The person you are calling uses a screening service. Please say your name and why you are calling.',
      ),
    ],
    answer: (turn) =>
      turn.turn === 0
        ? [say('Thank you. Connecting you now.'), { type: 'wait', ms: 800 }, say('Hello?')]
        : agree(turn),
  }),
];

/** Who answers at a number of the test network: chosen by its last two digits; those without a person of their own are 00. */
export function personaOf(e164: string): Persona {
  return personas.find(({ digits }) => e164.endsWith(digits)) ?? personas[0]!;
}
