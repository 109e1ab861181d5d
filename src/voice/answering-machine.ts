import type { Clock, Timer } from '../core/clock.ts';
import type { Expectation } from '../core/expectation.ts';
import { spokenWords } from '../core/spoken-words.ts';
import { PhraseSet } from './backchannels.ts';

/** Who answered the call: a person, voicemail, an IVR menu, a call-screening assistant, or unknown. */
export type AmdResult = 'human' | 'machine' | 'ivr' | 'screening' | 'uncertain';

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

/** Phrases of a call-screening assistant while it connects the person. */
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
/** A reply of only these phrases comes from a call-screening assistant; a person says more. */
const thanksPhraseSet = new PhraseSet(['thank you', 'thanks']);

const machinePhraseSet = new PhraseSet(machinePhrases);
const screeningPhraseSet = new PhraseSet(screeningPhrases);
const ivrPhraseSet = new PhraseSet(ivrPhrases);
const holdingPhraseSet = new PhraseSet(holdingPhrases);

/** Greetings of companies; an IVR menu or a person may follow. */
const companyGreetingSet = new PhraseSet([
  'thank you for calling',
  'thanks for calling',
  'welcome to',
  'you have reached',
  "you've reached",
]);

/** Greetings of people. */
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

/** Whole sentences of voicemail, IVR menus and assistants, for recognisers with a closed vocabulary. */
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

/** Whole sentences of call-screening assistants after the agent has introduced itself. */
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

/** Phrases expected right after the call is answered. */
export const greetingExpectation: Expectation = {
  id: 'greeting',
  phrases: [
    ...humanGreetings.map((text) => ({ id: 'greeting.human', text })),
    ...recordedSentences.map((text) => ({ id: 'greeting.recorded', text })),
  ],
  forms: [],
};

/** Phrases expected after the agent has introduced itself to a call-screening assistant. */
export const screeningReplyExpectation: Expectation = {
  id: 'screened',
  phrases: [
    ...greetingExpectation.phrases,
    ...holdingSentences.map((text) => ({ id: 'screened.holding', text })),
  ],
  forms: [],
};

/** Returns who replies after the agent has introduced itself to a call-screening assistant: still the assistant, voicemail, or a person. */
export function classifyScreeningReply(text: string): 'screening' | 'machine' | 'human' {
  const words = spokenWords(text);
  if (machinePhraseSet.occursIn(words)) return 'machine';
  return holdingPhraseSet.occursIn(words) || thanksPhraseSet.coversAll(words) ? 'screening' : 'human';
}

/** Observations since the call was answered. */
export interface GreetingObservation {
  /** All words so far, normalised by `spokenWords`. */
  readonly words: string;
  /** Whether all speech so far has a final transcript. */
  readonly isTranscribed: boolean;
  /** Total length of speech, without pauses. */
  readonly speechMs: number;
  /** Silence since the last speech; undefined during speech. */
  readonly silenceMs: number | undefined;
  readonly hasBeeped: boolean;
  readonly sinceAnswerMs: number;
}

/** Returns a result, or undefined to let the next strategy decide. Detection continues if none decides. */
export type AmdStrategy = (observation: GreetingObservation) => AmdResult | undefined;

/** Covers "Hello?" and slightly longer greetings. Recorded greetings are longer and have short pauses. */
const shortGreetingMs = 1_800;
const shortGreetingWords = 8;
const silenceAfterGreetingMs = 400;
/** Covers "Good morning, Smith and Sons, how can I help you?" */
const fullGreetingMs = 4_000;
const silenceAfterFullGreetingMs = 1_000;
/** A person who answers does not speak for this long without waiting for a response. */
const longGreetingMs = 5_000;
/** After this silence the agent speaks first. */
const silenceLimitMs = 2_000;
const detectionTimeoutMs = 20_000;

const byVoicemailPhrases: AmdStrategy = ({ words }) =>
  machinePhraseSet.occursIn(words) ? 'machine' : undefined;
/** Call screening and menus wait for input after their prompt. */
const byScreeningOrMenuPrompt: AmdStrategy = ({ words, silenceMs }) => {
  if (silenceMs === undefined || silenceMs < silenceAfterGreetingMs) return undefined;
  if (screeningPhraseSet.occursIn(words)) return 'screening';
  return ivrPhraseSet.occursIn(words) ? 'ivr' : undefined;
};
/** Does not wait for a pause, since people do not request key presses. */
const byMenuPhrases: AmdStrategy = ({ words }) => (ivrPhraseSet.occursIn(words) ? 'ivr' : undefined);
const byBeep: AmdStrategy = ({ hasBeeped }) => (hasBeeped ? 'machine' : undefined);
const byShortGreeting: AmdStrategy = ({ words, isTranscribed, speechMs, silenceMs }) => {
  if (speechMs === 0 || silenceMs === undefined || silenceMs < silenceAfterGreetingMs) return undefined;
  // Unrecognised speech may be the first sentence of a recording.
  if (!isTranscribed || words === '' || companyGreetingSet.occursIn(words)) return undefined;
  return speechMs <= shortGreetingMs && words.split(' ').length <= shortGreetingWords ? 'human' : undefined;
};
const byFullGreeting: AmdStrategy = ({ isTranscribed, speechMs, silenceMs }) => {
  if (!isTranscribed || speechMs === 0 || silenceMs === undefined || silenceMs < silenceAfterFullGreetingMs)
    return undefined;
  return speechMs <= fullGreetingMs ? 'human' : undefined;
};
const byLength: AmdStrategy = ({ speechMs }) => (speechMs >= longGreetingMs ? 'machine' : undefined);
const bySilence: AmdStrategy = ({ speechMs, silenceMs, sinceAnswerMs }) => {
  if (speechMs === 0)
    return silenceMs !== undefined && sinceAnswerMs >= silenceLimitMs ? 'uncertain' : undefined;
  return silenceMs !== undefined && silenceMs >= silenceLimitMs ? 'uncertain' : undefined;
};
const byTimeout: AmdStrategy = ({ sinceAnswerMs }) =>
  sinceAnswerMs >= detectionTimeoutMs ? 'uncertain' : undefined;

/** Evaluated in order. */
export const amdStrategies: readonly AmdStrategy[] = [
  byVoicemailPhrases,
  byScreeningOrMenuPrompt,
  byBeep,
  byShortGreeting,
  byFullGreeting,
  byLength,
  bySilence,
  byTimeout,
];

/** Strategies that correct a result `human` or `uncertain` afterwards. */
const correctionStrategies: readonly AmdStrategy[] = [byVoicemailPhrases, byMenuPhrases, byBeep];

const checkEveryMs = 100;

export interface AnsweringMachineOptions {
  readonly clock: Clock;
  readonly onDecided: (result: AmdResult) => void;
  readonly strategies?: readonly AmdStrategy[];
}

/**
 * Answering-machine detection by words, timing and beeps, without a language model. Calls `onDecided` at most 20 s after the answer, and a second
 * time if `human` or `uncertain` turns out to be voicemail or a menu within that time.
 */
export class AnsweringMachineDetector {
  readonly #options: AnsweringMachineOptions;
  #strategies: readonly AmdStrategy[];
  readonly #answeredAtMs: number;
  #timer: Timer | undefined;
  #finalWords = '';
  #partialWords = '';
  #isTranscribed = true;
  #speechMs = 0;
  #speechSinceMs: number | undefined;
  #silentSinceMs: number;
  #hasBeeped = false;
  #isClosed = false;

  /** Starts detection. To be created when the call is answered. */
  constructor(options: AnsweringMachineOptions) {
    this.#options = options;
    this.#strategies = options.strategies ?? amdStrategies;
    this.#answeredAtMs = options.clock.monotonicMs();
    this.#silentSinceMs = this.#answeredAtMs;
    this.#scheduleCheck();
  }

  speechStarted(): void {
    this.#isTranscribed = false;
    this.#speechSinceMs ??= this.#options.clock.monotonicMs();
  }

  /** `lagMs`: delay of the voice activity detector. */
  speechStopped(lagMs: number): void {
    const stoppedMs = this.#options.clock.monotonicMs() - lagMs;
    if (this.#speechSinceMs !== undefined) this.#speechMs += Math.max(0, stoppedMs - this.#speechSinceMs);
    this.#speechSinceMs = undefined;
    this.#silentSinceMs = stoppedMs;
  }

  /** Replaces the previous partial transcript of the utterance. */
  partialTranscript(text: string): void {
    this.#partialWords = spokenWords(text);
    this.#evaluate();
  }

  turnEnded(text: string): void {
    this.#finalWords = `${this.#finalWords} ${spokenWords(text)}`.trim();
    this.#partialWords = '';
    this.#isTranscribed = this.#speechSinceMs === undefined;
    this.#evaluate();
  }

  beepDetected(): void {
    this.#hasBeeped = true;
    this.#evaluate();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  #scheduleCheck(): void {
    this.#timer = this.#options.clock.after(checkEveryMs, () => {
      this.#evaluate();
      if (!this.#isClosed) this.#scheduleCheck();
    });
  }

  #evaluate(): void {
    if (this.#isClosed) return;
    const observation = this.#observation();
    for (const strategy of this.#strategies) {
      const result = strategy(observation);
      if (result !== undefined) return this.#decide(result);
    }
    if (observation.sinceAnswerMs > detectionTimeoutMs) this.close();
  }

  #decide(result: AmdResult): void {
    const isCorrectable = result === 'human' || result === 'uncertain';
    if (isCorrectable) this.#strategies = correctionStrategies;
    else this.close();
    this.#options.onDecided(result);
  }

  #observation(): GreetingObservation {
    const nowMs = this.#options.clock.monotonicMs();
    const speechSinceMs = this.#speechSinceMs;
    return {
      words: `${this.#finalWords} ${this.#partialWords}`.trim(),
      isTranscribed: this.#isTranscribed,
      speechMs: this.#speechMs + (speechSinceMs === undefined ? 0 : nowMs - speechSinceMs),
      silenceMs: speechSinceMs === undefined ? nowMs - this.#silentSinceMs : undefined,
      hasBeeped: this.#hasBeeped,
      sinceAnswerMs: nowMs - this.#answeredAtMs,
    };
  }
}
