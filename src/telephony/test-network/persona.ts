import type { PromptHint } from '../../contracts/carrier.ts';
import type { TestLanguage } from '../../core/test-addresses.ts';
import { personaTexts, type PersonaTexts } from './persona-texts.ts';

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

const say = (text: string, volume = 1): CalleeAction => ({ type: 'say', text, volume });
const answersAfterOneSecond: Pickup = { type: 'answers', afterMs: 1_000 };

type Respond = Persona['respond'];
type Responses = Record<PromptHint['expects'], (hint: PromptHint) => readonly CalleeAction[]>;

/** Returns a response that answers every question positively; an unrecognised prompt gets a "yes". */
function agreeIn({ yes, time, timeInDetail, number, digits }: PersonaTexts): Respond {
  const responses: Responses = {
    nothing: () => [],
    yes_no: () => [say(yes)],
    text: () => [say(yes)],
    // A repeated question is answered with more detail.
    date_time: (prompt) => [say(isRepeatedQuestion({ prompt }) ? timeInDetail : time)],
    digits: (hint) => [say(digits(requestedDigits(hint)))],
    number: () => [say(number)],
    choice: (hint) => [say(hint.choices?.[0] ?? yes)],
  };
  return ({ prompt }) => (prompt === undefined ? [say(yes)] : responses[prompt.expects](prompt));
}

/** Returns as many digits as requested: 1 2 3 4 … */
function requestedDigits(hint: PromptHint): string {
  const count = Math.min(hint.maxDigits ?? 4, Math.max(hint.minDigits ?? 1, 4));
  return Array.from({ length: count }, (_, index) => (index + 1) % 10).join('');
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

type Behaviour = Partial<Omit<Persona, 'digits' | 'title'>>;

const persona = (digits: string, title: string, respond: Respond, behaviour: Behaviour = {}): Persona => ({
  digits,
  title,
  pickup: answersAfterOneSecond,
  onAnswer: [],
  respond,
  ...behaviour,
});

const saysNothing: Respond = () => [];

/** The personas that never speak. */
const silentPersonas: readonly Persona[] = [
  persona('03', 'is busy', saysNothing, { pickup: { type: 'busy' } }),
  persona('04', 'does not answer', saysNothing, { pickup: { type: 'rings-out' } }),
  persona('09', 'says nothing', saysNothing),
  persona('17', 'cannot be reached: the carrier reports an error', saysNothing, {
    pickup: { type: 'network-error' },
  }),
  persona('18', 'does not exist: the number is not assigned', saysNothing, {
    pickup: { type: 'no-such-number' },
  }),
];

/** Returns the personas that speak a language. */
function speakingPersonas(texts: PersonaTexts): readonly Persona[] {
  const agree = agreeIn(texts);
  const sayHello: readonly CalleeAction[] = [{ type: 'wait', ms: 300 }, say(texts.hello)];
  const saysHello = (digits: string, title: string, respond: Respond, behaviour: Behaviour = {}): Persona =>
    persona(digits, title, respond, { onAnswer: sayHello, ...behaviour });
  /** Says one message at the first turn, repeats it if it was not understood, and agrees to all further questions. */
  const sayFirst =
    (text: string): Respond =>
    (turn) =>
      turn.turn === 0 || isRepeatedQuestion(turn) ? [say(text)] : agree(turn);
  const decline: Respond = ({ prompt }) => (prompt?.expects === 'nothing' ? [] : [say(texts.no)]);
  const hesitate: Respond = (turn) => {
    const [first] = agree(turn);
    return first === undefined ? [] : [say(texts.hesitation), { type: 'wait', ms: 350 }, first];
  };
  const mumbleFirst: Respond = (turn) => (turn.turn === 0 ? [say(texts.mumble, 0.12)] : agree(turn));
  const hangUp: CalleeAction = { type: 'hang-up' };
  const connecting = [say(texts.screening.connecting), { type: 'wait', ms: 800 }, say(texts.hello)] as const;
  const { menu } = texts;
  return [
    saysHello('00', 'agrees to everything', agree),
    saysHello('01', 'declines politely', decline),
    saysHello('02', 'asks to be called back tomorrow at ten', sayFirst(texts.callback)),
    persona('05', 'has a voicemail with a greeting and a beep', saysNothing, {
      onAnswer: [{ type: 'wait', ms: 400 }, say(texts.voicemailGreeting), { type: 'beep' }],
    }),
    saysHello('06', 'is the wrong number', sayFirst(texts.wrongNumber)),
    saysHello('07', 'wants no more calls', sayFirst(texts.optOut)),
    saysHello('08', 'interrupts', agree, {
      whileAgentSpeaks: { afterMs: 1_200, takesTurn: true, actions: [say(texts.interruption)] },
    }),
    saysHello('10', 'hangs up in the middle', () => [hangUp], {
      whileAgentSpeaks: { afterMs: 2_000, takesTurn: true, actions: [hangUp] },
    }),
    saysHello('11', 'answers by keypad', press),
    saysHello('12', 'asks for a person', sayFirst(texts.person)),
    saysHello('13', 'mumbles first and then speaks up', mumbleFirst),
    persona(
      '14',
      'is an IVR menu',
      (turn) =>
        turn.receivedDigits === '' ? [{ type: 'wait', ms: 2_000 }, say(menu.reminder)] : agree(turn),
      {
        onAnswer: [{ type: 'wait', ms: 300 }, say(menu.greeting)],
        onDigit: (key) => [say(key === '1' ? menu.first : menu.other)],
      },
    ),
    saysHello('15', 'hesitates in mid-sentence', hesitate),
    saysHello('16', 'says mm-hm while the agent speaks', agree, {
      whileAgentSpeaks: { afterMs: 1_500, takesTurn: false, actions: [say(texts.backchannel)] },
    }),
    persona('19', 'screens calls', (turn) => (turn.turn === 0 ? connecting : agree(turn)), {
      onAnswer: [{ type: 'wait', ms: 300 }, say(texts.screening.question)],
    }),
  ];
}

const personasIn = (texts: PersonaTexts): readonly Persona[] =>
  [...speakingPersonas(texts), ...silentPersonas].toSorted((a, b) => Number(a.digits) - Number(b.digits));

/** The personas of the test network, as described in docs/test-network.md. */
export const personas: Readonly<Record<TestLanguage, readonly Persona[]>> = {
  en: personasIn(personaTexts.en),
  de: personasIn(personaTexts.de),
};

/** Returns the persona of a number by its last two digits; persona 00 if no other matches. */
export function personaOf(e164: string, language: TestLanguage): Persona {
  const ofLanguage = personas[language];
  return ofLanguage.find(({ digits }) => e164.endsWith(digits)) ?? ofLanguage[0]!;
}
