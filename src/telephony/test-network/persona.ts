import type { PromptHint } from '../../contracts/carrier.ts';
import { digitWords } from '../../core/spoken-words.ts';

/** One action of a simulated callee. Actions run in order, each after the previous one has ended. */
export type CalleeAction =
  | { readonly type: 'say'; readonly text: string; readonly volume?: number }
  | { readonly type: 'beep' }
  | { readonly type: 'press'; readonly digits: string }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'hang-up' };

/** The behaviour of the phone before it is answered. */
export type Pickup =
  | { readonly type: 'answers'; readonly afterMs: number }
  | { readonly type: 'busy' }
  | { readonly type: 'rings-out' }
  | { readonly type: 'network-error' }
  | { readonly type: 'no-such-number' };

/** The input of a callee at its turn. */
export interface CalleeTurn {
  /** Number of the turn: 0 after the agent has finished speaking for the first time. */
  readonly turn: number;
  /** The recognised prompt; `undefined` if none matches. */
  readonly prompt: PromptHint | undefined;
  readonly receivedDigits: string;
}

/** The behaviour of a simulated callee when it answers the phone, while the agent speaks, and at its turns. */
export interface Persona {
  /** The last two digits of the numbers of this persona. */
  readonly digits: string;
  readonly title: string;
  readonly pickup: Pickup;
  readonly onAnswer: readonly CalleeAction[];
  /**
   * Actions performed once, `afterMs` after the agent first starts speaking, without waiting for the agent to finish.
   * `takesTurn`: whether the actions answer what the agent has said so far, so that no other response follows.
   */
  readonly whileAgentSpeaks?: {
    readonly afterMs: number;
    readonly takesTurn: boolean;
    readonly actions: readonly CalleeAction[];
  };
  respond(turn: CalleeTurn): readonly CalleeAction[];
  /** Returns the response to a digit that the agent sends. */
  onDigit?(key: string): readonly CalleeAction[];
}

export const say = (text: string, volume = 1): CalleeAction => ({ type: 'say', text, volume });
const sayHello = [{ type: 'wait', ms: 300 }, say('Hello?')] as const satisfies CalleeAction[];
const answersAfterOneSecond: Pickup = { type: 'answers', afterMs: 1_000 };

type Responses = Record<PromptHint['expects'], (hint: PromptHint) => readonly CalleeAction[]>;

const agreeingResponses: Responses = {
  nothing: () => [],
  yes_no: () => [say('yes')],
  text: () => [say('yes')],
  // A repeated question is answered with more detail.
  date_time: (prompt) => [
    say(isRepeatedQuestion({ prompt }) ? 'tomorrow morning at ten a m' : 'tomorrow at ten'),
  ],
  digits: (hint) => [say(digitWords(requestedDigits(hint)))],
  number: () => [say('two')],
  choice: (hint) => [say(hint.choices?.[0] ?? 'yes')],
};

/** Answers every question positively; an unrecognised prompt gets a "yes". */
function agree({ prompt }: CalleeTurn): readonly CalleeAction[] {
  return prompt === undefined ? [say('yes')] : agreeingResponses[prompt.expects](prompt);
}

/** Returns as many digits as requested: 1 2 3 4 … */
function requestedDigits(hint: PromptHint): string {
  const count = Math.min(hint.maxDigits ?? 4, Math.max(hint.minDigits ?? 1, 4));
  return Array.from({ length: count }, (_, index) => (index + 1) % 10).join('');
}

function decline(turn: CalleeTurn): CalleeAction[] {
  return turn.prompt?.expects === 'nothing' ? [] : [say('no thank you')];
}

/**
 * Returns a response that says one message at the first turn, repeats it if it was not understood, and agrees to all
 * further questions.
 */
function sayFirst(text: string): (turn: CalleeTurn) => readonly CalleeAction[] {
  return (turn) => (turn.turn === 0 || isRepeatedQuestion(turn) ? [say(text)] : agree(turn));
}

/** Returns whether the prompt repeats a question that was not answered or not understood. */
const isRepeatedQuestion = ({ prompt }: Pick<CalleeTurn, 'prompt'>): boolean =>
  /:(reprompt|silent|keypad)$/u.test(prompt?.id ?? '');

const pressOne: CalleeAction = { type: 'press', digits: '1' };

const keypadResponses: Responses = {
  nothing: () => [],
  yes_no: () => [pressOne],
  choice: () => [pressOne],
  text: () => [pressOne],
  number: () => [{ type: 'press', digits: '2#' }],
  digits: pressDigits,
  date_time: pressDigits,
};

function pressDigits(hint: PromptHint): CalleeAction[] {
  const digits = requestedDigits(hint);
  return [{ type: 'press', digits: hint.maxDigits === digits.length ? digits : `${digits}#` }];
}

function press({ prompt }: CalleeTurn): readonly CalleeAction[] {
  return prompt === undefined ? [pressOne] : keypadResponses[prompt.expects](prompt);
}

type PersonaOptions = Partial<Omit<Persona, 'digits' | 'title'>>;

function persona(digits: string, title: string, behaviour: PersonaOptions = {}): Persona {
  return { digits, title, pickup: answersAfterOneSecond, onAnswer: sayHello, respond: agree, ...behaviour };
}

const noResponse = { onAnswer: [], respond: () => [] } as const satisfies PersonaOptions;

/** The personas of the test network by the last two digits of their number, as described in docs/test-network.md. */
export const personas: readonly Persona[] = [
  persona('00', 'agrees to everything'),
  persona('01', 'declines politely', { respond: decline }),
  persona('02', 'asks to be called back tomorrow at ten', {
    respond: sayFirst('call me back tomorrow at ten'),
  }),
  persona('03', 'is busy', { pickup: { type: 'busy' }, ...noResponse }),
  persona('04', 'does not answer', { pickup: { type: 'rings-out' }, ...noResponse }),
  persona('05', 'has a voicemail with a greeting and a beep', {
    onAnswer: [
      { type: 'wait', ms: 400 },
      say(
        'Hi, you have reached the voicemail of Alex. I am not available right now. Please leave a message after the beep.',
      ),
      { type: 'beep' },
    ],
    respond: () => [],
  }),
  persona('06', 'is the wrong number', { respond: sayFirst('wrong number') }),
  persona('07', 'wants no more calls', { respond: sayFirst('stop calling me') }),
  persona('08', 'interrupts', {
    whileAgentSpeaks: { afterMs: 1_200, takesTurn: true, actions: [say('yes yes that works for me')] },
  }),
  persona('09', 'says nothing', noResponse),
  persona('10', 'hangs up in the middle', {
    whileAgentSpeaks: { afterMs: 2_000, takesTurn: true, actions: [{ type: 'hang-up' }] },
    respond: () => [{ type: 'hang-up' }],
  }),
  persona('11', 'answers by keypad', { respond: press }),
  persona('12', 'asks for a person', { respond: sayFirst('i want to speak to a person') }),
  persona('13', 'mumbles first and then speaks up', {
    respond: (turn) => (turn.turn === 0 ? [say('mumble the marmalade umbrella', 0.12)] : agree(turn)),
  }),
  persona('14', 'is an IVR menu', {
    onAnswer: [
      { type: 'wait', ms: 300 },
      say('Thank you for calling. For appointments, press one. For anything else, press two.'),
    ],
    respond: (turn) =>
      turn.receivedDigits === ''
        ? [{ type: 'wait', ms: 2_000 }, say('Please press one or two.')]
        : agree(turn),
    onDigit: (key) => [say(key === '1' ? 'Appointments. Hello?' : 'One moment please. Hello?')],
  }),
  persona('15', 'hesitates in mid-sentence', {
    respond: (turn) => {
      const [first] = agree(turn);
      return first === undefined ? [] : [say('um'), { type: 'wait', ms: 350 }, first];
    },
  }),
  persona('16', 'says mm-hm while the agent speaks', {
    whileAgentSpeaks: { afterMs: 1_500, takesTurn: false, actions: [say('mm hmm')] },
  }),
  persona('17', 'cannot be reached: the carrier reports an error', {
    pickup: { type: 'network-error' },
    ...noResponse,
  }),
  persona('18', 'does not exist: the number is not assigned', {
    pickup: { type: 'no-such-number' },
    ...noResponse,
  }),
  persona('19', 'screens calls', {
    onAnswer: [
      { type: 'wait', ms: 300 },
      say(
        'The person you are calling uses a screening service. Please say your name and why you are calling.',
      ),
    ],
    respond: (turn) =>
      turn.turn === 0
        ? [say('Thank you. Connecting you now.'), { type: 'wait', ms: 800 }, say('Hello?')]
        : agree(turn),
  }),
];

/** Returns the persona of a number by its last two digits; persona 00 if no other matches. */
export function personaOf(e164: string): Persona {
  return personas.find(({ digits }) => e164.endsWith(digits)) ?? personas[0]!;
}
