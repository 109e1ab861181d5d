import type { Clock, Timer } from '../core/clock.ts';
import { spokenWords } from '../core/spoken-words.ts';
import { interruptPhrases, backchannelSounds, backchannels, PhraseSet } from './backchannels.ts';

/** Speech without recognised words interrupts after `minSpeechMs` plus this time. */
const sustainedSpeechMs = 500;
/** Replaces `sustainedSpeechMs` while the partial transcripts of the recogniser are not trusted. */
const sustainedWithoutPartialsMs = 1_300;
/** A complete utterance that the recogniser rejects interrupts from `minSpeechMs` plus this time on. That is longer than a cough or a backchannel. */
const sustainedRejectedMs = 900;
/** Backchannels count as an answer if at most this much of the prompt remains. */
const nearPromptEndMs = 800;

export interface InterruptionSettings {
  readonly enabled: boolean;
  /** Shorter ongoing speech interrupts only if it is an interrupt phrase. */
  readonly minSpeechMs: number;
  /** Words needed to interrupt; 0 means one word that is not a backchannel. */
  readonly minWords: number;
  readonly ignorePhrases: readonly string[];
}

/** Speech of the caller while the agent speaks. */
export interface OverlappingSpeech {
  /** Normalised by `spokenWords`; empty until a word is recognised. */
  readonly words: string;
  readonly speechMs: number;
  /** Whether the speech has ended and its transcript is final. */
  readonly hasEnded: boolean;
  readonly isRejected: boolean;
  /** Remaining audio of the agent's utterance, in ms; infinite while unknown. */
  readonly remainingMs: number;
}

/** `interrupt`: the caller takes the turn. `resume`: the agent continues. `wait`: undecided; the next strategies are not evaluated. */
export type BargeInDecision = 'interrupt' | 'resume' | 'wait';
export type BargeInStrategy = (speech: OverlappingSpeech) => BargeInDecision | undefined;

const isInterruptPhrase: BargeInStrategy = ({ words, isRejected }) =>
  interruptPhrases.matchesStartOf(words) && !isRejected ? 'interrupt' : undefined;

const isIgnoredPhrase =
  (phrases: PhraseSet): BargeInStrategy =>
  ({ words, hasEnded }) =>
    phrases.coversAll(words) ? (hasEnded ? 'resume' : 'wait') : undefined;

const isBackchannel: BargeInStrategy = ({ words, hasEnded, remainingMs }) => {
  if (backchannelSounds.coversAll(words)) return hasEnded ? 'resume' : 'wait';
  if (!backchannels.coversAll(words)) return undefined;
  if (!hasEnded) return 'wait';
  return remainingMs <= nearPromptEndMs ? 'interrupt' : 'resume';
};

/** A caller who said a sentence gets a response, even if only "I did not understand". */
const isUnrecognisedSentence =
  ({ minSpeechMs }: InterruptionSettings): BargeInStrategy =>
  ({ speechMs, hasEnded, isRejected }) =>
    hasEnded && isRejected && speechMs >= minSpeechMs + sustainedRejectedMs ? 'interrupt' : undefined;

/** The words of a very short sound are unreliable. They count when the sound has lasted `minSpeechMs` or has ended. */
const hasEnoughWords =
  ({ minWords, minSpeechMs }: InterruptionSettings): BargeInStrategy =>
  ({ words, speechMs, hasEnded, isRejected }) => {
    if (!hasEnded && speechMs < minSpeechMs) return undefined;
    const count = words === '' ? 0 : words.split(' ').length;
    if (count >= Math.max(1, minWords) && !(hasEnded && isRejected)) return 'interrupt';
    return hasEnded ? 'resume' : undefined;
  };

const isSustainedSpeech =
  (sustainedMs: () => number): BargeInStrategy =>
  ({ words, speechMs }) =>
    words === '' && speechMs >= sustainedMs() ? 'interrupt' : undefined;

/** Returns the strategies in the order in which they are evaluated. `sustainedMs`: how long speech without words must last to interrupt. */
export function bargeInStrategies(
  settings: InterruptionSettings,
  sustainedMs: () => number,
): BargeInStrategy[] {
  return [
    isInterruptPhrase,
    isIgnoredPhrase(new PhraseSet(settings.ignorePhrases)),
    isBackchannel,
    isUnrecognisedSentence(settings),
    hasEnoughWords(settings),
    isSustainedSpeech(sustainedMs),
  ];
}

export interface TurnController {
  /** Whether interruptible speech is playing. */
  readonly isInterruptible: boolean;
  readonly remainingMs: number;
  pause(): void;
  resume(): void;
  interrupt(): void;
}

export interface BargeInOptions {
  readonly clock: Clock;
  readonly settings: InterruptionSettings;
  readonly turnController: TurnController;
  /**
   * Returns whether partial transcripts are evaluated now. A recogniser with a closed vocabulary finds words in every sound; only its final result has
   * a reliable confidence.
   */
  readonly trustsPartials: () => boolean;
  /** The leg's media clock. */
  readonly nowMs: () => number;
}

/**
 * Handles barge-in: pauses the agent as soon as the caller makes a sound, then interrupts it or resumes it at the same sample once the sound is
 * classified.
 */
export class BargeIn {
  readonly #options: BargeInOptions;
  readonly #strategies: readonly BargeInStrategy[];
  #timer: Timer | undefined;
  /** Start of the sound that is being classified. */
  #startMs: number | undefined;
  #stopMs: number | undefined;
  #words = '';

  constructor(options: BargeInOptions) {
    this.#options = options;
    this.#strategies = bargeInStrategies(options.settings, () => this.#sustainedMs);
  }

  speechStarted(atMs: number): void {
    const { turnController, clock, nowMs, settings } = this.#options;
    if (!settings.enabled || !turnController.isInterruptible) return;
    this.#startMs ??= atMs;
    this.#stopMs = undefined;
    turnController.pause();
    this.#timer?.cancel();
    const remainingMs = this.#sustainedMs - (nowMs() - this.#startMs);
    this.#timer = clock.after(Math.max(0, remainingMs), () => this.#decideWhileSpeaking());
  }

  partialTranscript(text: string): void {
    if (!this.#options.trustsPartials()) return;
    this.#words = spokenWords(text.replaceAll('-', ' '));
    if (this.#startMs !== undefined) this.#decideWhileSpeaking();
  }

  /** Resumes the agent at once if the sound is too short for speech. Words that arrive later are classified separately. */
  speechStopped(atMs: number): void {
    if (this.#startMs === undefined) return;
    this.#stopMs = atMs;
    this.#timer?.cancel();
    if (this.#words === '' && atMs - this.#startMs < this.#options.settings.minSpeechMs)
      this.#apply('resume');
  }

  /**
   * Handles the end of the caller's turn while the agent speaks. Returns whether the agent was interrupted. Only then does the turn count as an
   * answer.
   */
  turnEnded(text: string, rejected: boolean): boolean {
    const { turnController, settings } = this.#options;
    this.#words = spokenWords(text.replaceAll('-', ' '));
    if (!settings.enabled || !turnController.isInterruptible) {
      this.reset();
      return false;
    }
    const decision = this.#decide(true, rejected) === 'interrupt' ? 'interrupt' : 'resume';
    this.#apply(decision);
    return decision === 'interrupt';
  }

  /** Discards the current sound without a decision: the agent has finished speaking, or the call ended. */
  reset(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#startMs = undefined;
    this.#stopMs = undefined;
    this.#words = '';
  }

  get #sustainedMs(): number {
    const { settings, trustsPartials } = this.#options;
    return settings.minSpeechMs + (trustsPartials() ? sustainedSpeechMs : sustainedWithoutPartialsMs);
  }

  #decideWhileSpeaking(): void {
    if (!this.#options.turnController.isInterruptible) return this.reset();
    const decision = this.#decide(false, false);
    if (decision === 'interrupt' || decision === 'resume') this.#apply(decision);
  }

  #decide(ended: boolean, rejected: boolean): BargeInDecision | undefined {
    const { turnController, nowMs } = this.#options;
    const endMs = this.#stopMs ?? nowMs();
    const speech: OverlappingSpeech = {
      words: this.#words,
      speechMs: this.#startMs === undefined ? 0 : endMs - this.#startMs,
      hasEnded: ended,
      isRejected: rejected,
      remainingMs: turnController.remainingMs,
    };
    for (const strategy of this.#strategies) {
      const decision = strategy(speech);
      if (decision !== undefined) return decision;
    }
    return undefined;
  }

  #apply(decision: 'interrupt' | 'resume'): void {
    this.reset();
    if (decision === 'interrupt') this.#options.turnController.interrupt();
    else this.#options.turnController.resume();
  }
}
