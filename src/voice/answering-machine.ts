import type { Clock, Timer } from '../core/clock.ts';
import type { Expectation } from '../core/expectation.ts';
import { spokenWords } from '../core/spoken-words.ts';
import { PhraseSet } from './back-channels.ts';

/** Who answered: a person, a mailbox, a menu, an assistant that asks who is calling; or it cannot be told. */
export type Answerer = 'human' | 'machine' | 'ivr' | 'screening' | 'uncertain';

const machinePhrases = [
  'leave a message',
  'leave your message',
  'leave me a message',
  'record your message',
  'after the beep',
  'after the tone',
  'at the tone',
  'at the beep',
  'not available',
  "can't take your call",
  'cannot take your call',
  "can't come to the phone",
  'voicemail',
  'voice mail',
  'mailbox',
  'get back to you',
  'has been forwarded',
  'unable to take your call',
  'finished recording',
];
const screeningPhrases = [
  'state your name',
  'say your name',
  'who is calling',
  "who's calling",
  'reason for your call',
  'reason for calling',
  'screening service',
  'call assist',
  'before i try to connect',
  "i'll see if this person is available",
];
const ivrPhrases = [
  'press one',
  'press two',
  'press zero',
  'main menu',
  'following options',
  'menu options',
  'your call is important',
  'for sales',
  'for english',
  'para español',
  'business hours are',
];

/** Said by an assistant while it fetches the person. */
const holdingPhrases = [
  'connecting you',
  'connect you',
  'putting you through',
  'stay on the line',
  'hold the line',
  'please hold',
  'hold on',
  'one moment',
  'just a moment',
];
/** All that an assistant says at times; a person says more. */
const thanks = new PhraseSet(['thank you', 'thanks']);

const machine = new PhraseSet(machinePhrases);
const screening = new PhraseSet(screeningPhrases);
const ivr = new PhraseSet(ivrPhrases);
const holding = new PhraseSet(holdingPhrases);

/** How a house greets; its menu may follow, or a person who waits for an answer. */
const houseGreetings = new PhraseSet([
  'thank you for calling',
  'thanks for calling',
  'welcome to',
  'you have reached',
  "you've reached",
]);

/** What people say when they pick up the phone. */
const humanGreetings = [
  'hello',
  'hi',
  'hey',
  'hello who is this',
  'yes',
  'yes hello',
  'speaking',
  'good morning',
  'good afternoon',
  'this is speaking',
];

/** Whole sentences of mailboxes, menus and assistants, as recognisers with a closed vocabulary need them. */
const recordedSentences = [
  'please leave a message after the tone',
  'please leave a message after the beep',
  'please leave your message after the tone',
  'the person you are calling is not available',
  'the person you are trying to reach is not available',
  "i can't take your call right now",
  'i am not available right now',
  "i'm not available right now",
  "i'm sorry i can't come to the phone right now",
  'you have reached the voicemail of',
  'at the tone please record your message',
  'please state your name and the reason for your call',
  'please say your name and why you are calling',
  'for sales press one',
  'for support press two',
  'for appointments press one',
  'for anything else press two',
  'please press one or two',
  'thank you for calling',
];

/** Whole sentences of assistants that have asked who is calling. */
const holdingSentences = [
  'thank you',
  'thanks',
  'thank you connecting you now',
  'connecting you now',
  'thank you please stay on the line',
  'thanks please stay on the line',
  'please stay on the line',
  'please hold the line',
  'please hold',
  'one moment please',
  'hold on please',
];

/** What may be heard right after the phone is picked up. */
export const greetingExpectation: Expectation = {
  id: 'greeting',
  phrases: [
    ...humanGreetings.map((text) => ({ id: 'greeting.human', text })),
    ...recordedSentences.map((text) => ({ id: 'greeting.recorded', text })),
  ],
  forms: [],
};

/** What may be heard from an assistant that was told who calls, or from whoever it fetched. */
export const screenedExpectation: Expectation = {
  id: 'screened',
  phrases: [
    ...greetingExpectation.phrases,
    ...holdingSentences.map((text) => ({ id: 'screened.holding', text })),
  ],
  forms: [],
};

/** Who speaks after an assistant was told who calls: still the assistant, a mailbox, or the person. */
export function screenedAnswerer(text: string): 'screening' | 'machine' | 'human' {
  const words = spokenWords(text);
  if (machine.occursIn(words)) return 'machine';
  return holding.occursIn(words) || thanks.isAllOf(words) ? 'screening' : 'human';
}

/** What has been heard since the call was answered. */
export interface HeardGreeting {
  /** As `spokenWords` gives them, all of it. */
  readonly words: string;
  /** Whether the words of all that was said are known. */
  readonly transcribed: boolean;
  /** Sound of speech so far, pauses not counted. */
  readonly speechMs: number;
  /** Undefined while somebody speaks; 0 or more since they stopped. */
  readonly silenceMs: number | undefined;
  readonly beeped: boolean;
  readonly sinceAnswerMs: number;
}

/** An answer, or undefined: the next one is asked, and in the end we listen on. */
export type AnswererStrategy = (heard: HeardGreeting) => Answerer | undefined;

/** "Hello?" and a little longer; recorded greetings last longer, and their pauses are short. */
const shortGreetingMs = 1_800;
const shortGreetingWords = 8;
const afterGreetingMs = 400;
/** "Good morning, Smith and Sons, how can I help you?" */
const fullGreetingMs = 4_000;
const afterFullGreetingMs = 1_000;
/** Nobody who picks up a phone speaks on for so long without waiting for an answer. */
const longGreetingMs = 5_000;
/** People who say nothing want to be spoken to. */
const nobodySpeaksMs = 2_000;
const budgetMs = 20_000;

const byMachinesWords: AnswererStrategy = ({ words }) => (machine.occursIn(words) ? 'machine' : undefined);
/** They wait for an answer when they have spoken. */
const byQuestions: AnswererStrategy = ({ words, silenceMs }) => {
  if (silenceMs === undefined || silenceMs < afterGreetingMs) return undefined;
  if (screening.occursIn(words)) return 'screening';
  return ivr.occursIn(words) ? 'ivr' : undefined;
};
/** However short the pauses: no person speaks of keys to press. */
const byMenusWords: AnswererStrategy = ({ words }) => (ivr.occursIn(words) ? 'ivr' : undefined);
const byBeep: AnswererStrategy = ({ beeped }) => (beeped ? 'machine' : undefined);
const byShortGreeting: AnswererStrategy = ({ words, transcribed, speechMs, silenceMs }) => {
  if (speechMs === 0 || silenceMs === undefined || silenceMs < afterGreetingMs) return undefined;
  // What was not understood may be the first sentence of a recording.
  if (!transcribed || words === '' || houseGreetings.occursIn(words)) return undefined;
  return speechMs <= shortGreetingMs && words.split(' ').length <= shortGreetingWords ? 'human' : undefined;
};
const byFullGreeting: AnswererStrategy = ({ transcribed, speechMs, silenceMs }) => {
  if (!transcribed || speechMs === 0 || silenceMs === undefined || silenceMs < afterFullGreetingMs)
    return undefined;
  return speechMs <= fullGreetingMs ? 'human' : undefined;
};
const byLength: AnswererStrategy = ({ speechMs }) => (speechMs >= longGreetingMs ? 'machine' : undefined);
const bySilence: AnswererStrategy = ({ speechMs, silenceMs, sinceAnswerMs }) => {
  if (speechMs === 0)
    return silenceMs !== undefined && sinceAnswerMs >= nobodySpeaksMs ? 'uncertain' : undefined;
  return silenceMs !== undefined && silenceMs >= nobodySpeaksMs ? 'uncertain' : undefined;
};
const byBudget: AnswererStrategy = ({ sinceAnswerMs }) =>
  sinceAnswerMs >= budgetMs ? 'uncertain' : undefined;

/** Asked in order. */
export const answererStrategies: readonly AnswererStrategy[] = [
  byMachinesWords,
  byQuestions,
  byBeep,
  byShortGreeting,
  byFullGreeting,
  byLength,
  bySilence,
  byBudget,
];

/** What still tells a machine or a menu after its greeting was taken for a person's. */
const revisions: readonly AnswererStrategy[] = [byMachinesWords, byMenusWords, byBeep];

const checkEveryMs = 100;

export interface AnsweringMachineOptions {
  readonly clock: Clock;
  readonly onDecided: (answerer: Answerer) => void;
  readonly strategies?: readonly AnswererStrategy[];
}

/**
 * Tells who answered, without a model: by what is said, how long it lasts, and the beep. `onDecided` is called 20 s after the answer at
 * the latest, and a second time where somebody taken for a person turns out to be a machine or a menu within that time.
 */
export class AnsweringMachineDetector {
  readonly #options: AnsweringMachineOptions;
  #strategies: readonly AnswererStrategy[];
  readonly #answeredAtMs: number;
  #timer: Timer | undefined;
  #finals = '';
  #partial = '';
  #transcribed = true;
  #speechMs = 0;
  #speechSinceMs: number | undefined;
  #silentSinceMs: number;
  #beeped = false;
  #closed = false;

  /** Begins to listen: the call has just been answered. */
  constructor(options: AnsweringMachineOptions) {
    this.#options = options;
    this.#strategies = options.strategies ?? answererStrategies;
    this.#answeredAtMs = options.clock.monotonicMs();
    this.#silentSinceMs = this.#answeredAtMs;
    this.#wait();
  }

  speechStarted(): void {
    this.#transcribed = false;
    this.#speechSinceMs ??= this.#options.clock.monotonicMs();
  }

  /** `lagMs`: how long the voice activity detector took to be sure. */
  speechStopped(lagMs: number): void {
    const stoppedMs = this.#options.clock.monotonicMs() - lagMs;
    if (this.#speechSinceMs !== undefined) this.#speechMs += Math.max(0, stoppedMs - this.#speechSinceMs);
    this.#speechSinceMs = undefined;
    this.#silentSinceMs = stoppedMs;
  }

  /** Of the present utterance, replacing what was told of it before. */
  wordsHeard(text: string): void {
    this.#partial = spokenWords(text);
    this.#consider();
  }

  turnEnded(text: string): void {
    this.#finals = `${this.#finals} ${spokenWords(text)}`.trim();
    this.#partial = '';
    this.#transcribed = this.#speechSinceMs === undefined;
    this.#consider();
  }

  beepHeard(): void {
    this.#beeped = true;
    this.#consider();
  }

  close(): void {
    this.#closed = true;
    this.#timer?.cancel();
  }

  #wait(): void {
    this.#timer = this.#options.clock.after(checkEveryMs, () => {
      this.#consider();
      if (!this.#closed) this.#wait();
    });
  }

  #consider(): void {
    if (this.#closed) return;
    const heard = this.#heard();
    for (const strategy of this.#strategies) {
      const answerer = strategy(heard);
      if (answerer !== undefined) return this.#decide(answerer);
    }
    if (heard.sinceAnswerMs > budgetMs) this.close();
  }

  #decide(answerer: Answerer): void {
    const mayBeWrong = answerer === 'human' || answerer === 'uncertain';
    if (mayBeWrong) this.#strategies = revisions;
    else this.close();
    this.#options.onDecided(answerer);
  }

  #heard(): HeardGreeting {
    const nowMs = this.#options.clock.monotonicMs();
    const since = this.#speechSinceMs;
    return {
      words: `${this.#finals} ${this.#partial}`.trim(),
      transcribed: this.#transcribed,
      speechMs: this.#speechMs + (since === undefined ? 0 : nowMs - since),
      silenceMs: since === undefined ? nowMs - this.#silentSinceMs : undefined,
      beeped: this.#beeped,
      sinceAnswerMs: nowMs - this.#answeredAtMs,
    };
  }
}
