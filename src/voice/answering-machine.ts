import type { Clock, Timer } from '../core/clock.ts';
import type { Expectation } from '../core/expectation.ts';
import {
  holdingSentences,
  humanGreetings,
  recordedSentences,
} from '../domain/languages/en/expected-greetings.ts';
import {
  greetingWords,
  holdingPhraseSet,
  interactivePhraseSet,
  isVoicemail,
  menuPhraseSet,
  screeningPhraseSet,
  thanksPhraseSet,
  undecidedPhraseSet,
} from './greeting-phrases.ts';

/** Who answered the call: a person, voicemail, an IVR menu, a call-screening assistant, or unknown. */
export type AmdResult = 'human' | 'machine' | 'ivr' | 'screening' | 'uncertain';

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
  const words = greetingWords(text);
  if (isVoicemail(words)) return 'machine';
  return holdingPhraseSet.occursIn(words) || thanksPhraseSet.coversAll(words) ? 'screening' : 'human';
}

/** Observations since the call was answered. */
export interface GreetingObservation {
  /** All words so far, normalised by `greetingWords`. */
  readonly words: string;
  /** Whether the words so far end with a question mark. */
  readonly isQuestion: boolean;
  /** Whether all speech so far has a final transcript, or the sound after its words is noise. */
  readonly isTranscribed: boolean;
  /** Total length of speech, without pauses. Known from the words if the partial transcripts are reliable. */
  readonly speechMs: number;
  /** Whether partial transcripts are reliable, so that speech has words and sound without new words is noise. */
  readonly hasReliableWords: boolean;
  /** Length of the sound in progress that has no words; 0 if there is none. */
  readonly wordlessMs: number;
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
/** A person who answers without a question does not speak for this long before a pause for the response, or in any case. */
const longGreetingMs = 10_000;
const maxGreetingMs = 15_000;
/** The same, if the words are not known. */
const longUnrecognisedMs = 7_000;
/** Sound without words and without a pause for this long may be noise behind a person. */
const longSoundMs = 5_000;
/** The same, if speech would have words only after a pause. */
const longUnrecognisedSoundMs = 8_000;
/** After this silence the agent speaks first. */
const silenceLimitMs = 2_000;
const detectionTimeoutMs = 20_000;

const byVoicemailPhrases: AmdStrategy = ({ words }) => (isVoicemail(words) ? 'machine' : undefined);
/** Call screening and menus wait for input after their prompt. */
const byScreeningOrMenuPrompt: AmdStrategy = ({ words, silenceMs }) => {
  if (silenceMs === undefined || silenceMs < silenceAfterGreetingMs) return undefined;
  if (screeningPhraseSet.occursIn(words)) return 'screening';
  return menuPhraseSet.occursIn(words) ? 'ivr' : undefined;
};
/** Does not wait for a pause, since people do not request key presses. */
const byMenuPhrases: AmdStrategy = ({ words }) => (menuPhraseSet.occursIn(words) ? 'ivr' : undefined);
const byBeep: AmdStrategy = ({ hasBeeped }) => (hasBeeped ? 'machine' : undefined);
/** A person asks for a response, after a greeting of any length. */
const byQuestion: AmdStrategy = ({ words, isQuestion, isTranscribed, silenceMs = 0 }) => {
  if (words === '' || !isTranscribed || silenceMs < silenceAfterGreetingMs) return undefined;
  return isQuestion || interactivePhraseSet.occursIn(words) ? 'human' : undefined;
};
const byShortGreeting: AmdStrategy = ({ words, isTranscribed, speechMs, silenceMs }) => {
  if (speechMs === 0 || silenceMs === undefined || silenceMs < silenceAfterGreetingMs) return undefined;
  // Unrecognised speech may be the first sentence of a recording.
  if (!isTranscribed || words === '' || undecidedPhraseSet.occursIn(words)) return undefined;
  return speechMs <= shortGreetingMs && words.split(' ').length <= shortGreetingWords ? 'human' : undefined;
};
const byFullGreeting: AmdStrategy = ({ isTranscribed, speechMs, silenceMs }) => {
  if (!isTranscribed || speechMs === 0 || silenceMs === undefined || silenceMs < silenceAfterFullGreetingMs)
    return undefined;
  return speechMs <= fullGreetingMs ? 'human' : undefined;
};
const byUnbrokenSound: AmdStrategy = ({ hasReliableWords, wordlessMs }) =>
  wordlessMs >= (hasReliableWords ? longSoundMs : longUnrecognisedSoundMs) ? 'uncertain' : undefined;
const byLength: AmdStrategy = ({ words, hasReliableWords, speechMs, wordlessMs, silenceMs = 0 }) => {
  if (!hasReliableWords)
    return speechMs >= longUnrecognisedMs && wordlessMs < speechMs ? 'machine' : undefined;
  const maxMs = silenceMs >= silenceAfterFullGreetingMs ? longGreetingMs : maxGreetingMs;
  return words !== '' && speechMs >= maxMs ? 'machine' : undefined;
};
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
  byQuestion,
  byShortGreeting,
  byFullGreeting,
  byUnbrokenSound,
  byLength,
  bySilence,
  byTimeout,
];

/** Strategies that correct a result `human` or `uncertain` afterwards. */
const correctionStrategies: readonly AmdStrategy[] = [byVoicemailPhrases, byMenuPhrases, byBeep];

const checkEveryMs = 100;
/** If the words stay the same for this time, the sound that goes on is noise. Recognisers report new words at least once a second. */
const noNewWordsMs = 1_500;
/** Length of speech per character of its words. */
const msPerCharacter = 65;

export interface AnsweringMachineOptions {
  readonly clock: Clock;
  readonly onDecided: (result: AmdResult) => void;
  /** Returns whether partial transcripts are reliable now, so that sound without new words is noise. */
  readonly trustsPartials: () => boolean;
  readonly strategies?: readonly AmdStrategy[];
}

/**
 * Answering-machine detection by words, timing and beeps, without a language model. Calls `onDecided` at most 20 s after the answer, and a second
 * time if `human` or `uncertain` turns out to be voicemail or a menu within that time. Accepts its events in any order and number.
 */
export class AnsweringMachineDetector {
  readonly #options: AnsweringMachineOptions;
  #strategies: readonly AmdStrategy[];
  readonly #answeredAtMs: number;
  #timer: Timer | undefined;
  #finalWords = '';
  #partialWords = '';
  #isQuestion = false;
  /** Whether the caller's words are in a script that `greetingWords` omits. */
  #hasUnknownWords = false;
  /** When the words changed the last time. */
  #newWordsAtMs: number;
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
    this.#newWordsAtMs = this.#answeredAtMs;
    this.#silentSinceMs = this.#answeredAtMs;
    this.#scheduleCheck();
  }

  /** `lagMs`: time since the start. */
  speechStarted(lagMs: number): void {
    this.#isTranscribed = false;
    const startedMs = this.#options.clock.monotonicMs() - lagMs;
    this.#speechSinceMs ??= Math.max(startedMs, this.#silentSinceMs);
  }

  /** `lagMs`: time since the end. */
  speechStopped(lagMs: number): void {
    if (this.#speechSinceMs === undefined) return;
    const stoppedMs = Math.max(this.#speechSinceMs, this.#options.clock.monotonicMs() - lagMs);
    this.#speechMs += stoppedMs - this.#speechSinceMs;
    this.#speechSinceMs = undefined;
    this.#silentSinceMs = stoppedMs;
  }

  /** Replaces the previous partial transcript of the turn. */
  partialTranscript(text: string): void {
    this.#setWords(this.#finalWords, text);
    this.#evaluate();
  }

  turnEnded(text: string): void {
    const words = `${this.#finalWords} ${greetingWords(text)}`.trim();
    if (text !== '') this.#setWords(words, '', text);
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

  get #words(): string {
    return `${this.#finalWords} ${this.#partialWords}`.trim();
  }

  #setWords(finalWords: string, partialText: string, lastText = partialText): void {
    const previous = this.#words;
    this.#finalWords = finalWords;
    this.#partialWords = greetingWords(partialText);
    this.#isQuestion = lastText.trimEnd().endsWith('?');
    this.#hasUnknownWords ||= /\p{L}/u.test(lastText) && greetingWords(lastText) === '';
    if (this.#words !== previous) this.#newWordsAtMs = this.#options.clock.monotonicMs();
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
    const words = this.#words;
    const hasReliableWords = this.#options.trustsPartials() && !this.#hasUnknownWords;
    const knowsWords = words !== '' && hasReliableWords;
    const soundMs = this.#speechSinceMs === undefined ? 0 : nowMs - this.#speechSinceMs;
    const isNoise =
      this.#speechSinceMs !== undefined && knowsWords && nowMs - this.#newWordsAtMs >= noNewWordsMs;
    return {
      words,
      isQuestion: this.#isQuestion,
      isTranscribed: this.#isTranscribed || isNoise,
      hasReliableWords,
      speechMs: knowsWords ? words.length * msPerCharacter : this.#speechMs + soundMs,
      wordlessMs: knowsWords ? 0 : soundMs,
      silenceMs: isNoise ? nowMs - this.#newWordsAtMs : this.#silenceMs(nowMs),
      hasBeeped: this.#hasBeeped,
      sinceAnswerMs: nowMs - this.#answeredAtMs,
    };
  }

  #silenceMs(nowMs: number): number | undefined {
    return this.#speechSinceMs === undefined ? nowMs - this.#silentSinceMs : undefined;
  }
}
