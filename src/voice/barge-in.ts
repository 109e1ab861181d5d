import type { Clock, Timer } from '../core/clock.ts';
import { plainWords } from './backchannels.ts';
import {
  bargeInStrategies,
  type BargeInDecision,
  type BargeInStrategy,
  type InterruptionSettings,
  type OverlappingSpeech,
} from './barge-in-strategies.ts';

/**
 * Speech pauses the agent after `minSpeechMs` plus this time. Until then the agent only lowers its voice: most backchannels are shorter, and the
 * end of a sound is known up to 220 ms late.
 */
const pauseAfterMs = 200;
/** The longest pause for a short sound that has ended and whose words are not known. */
const maxShortPauseMs = 280;
/** The longest sound that is probably a backchannel. */
const maxBackchannelMs = 700;
/** Speech without recognised words interrupts after `minSpeechMs` plus this time. The words of a backchannel arrive earlier. */
const sustainedSpeechMs = 800;
/** Replaces `sustainedSpeechMs` while the partial transcripts of the recogniser are not trusted. */
const sustainedWithoutPartialsMs = 1_300;
/** A pause without new words of the caller ends after this time. */
const maxPauseMs = 3_000;
/** An utterance that the caller has not heard yet waits this long for the words of a sound that continues. */
const maxWaitWhileSpeakingMs = 1_500;
/** The same wait after the end of the sound. */
const maxWaitForWordsMs = 600;
/** Replaces `maxWaitForWordsMs` while the partial transcripts of the recogniser are not trusted. */
const maxWaitForTranscriptMs = 1_800;
/** Sounds with a shorter gap are one sound. */
const maxGapMs = 300;

export interface TurnController {
  /** Whether interruptible speech is playing or is about to play. */
  readonly isInterruptible: boolean;
  /**
   * Returns whether speech that started at `startMs` came before the agent's words, or together with them: the caller continues a turn of which the
   * agent has assumed that it had ended.
   */
  isBeforeAgent(startMs: number): boolean;
  /** Whether it waits for the transcript of speech that has ended. Fillers do not: they bridge this time. */
  readonly waitsForTranscript: boolean;
  /** When the agent began to speak without a gap, on the leg's media clock; undefined if it is not speaking. */
  readonly speakingSinceMs: number | undefined;
  /** When it was paused, on the leg's media clock; undefined unless it is paused. */
  readonly pausedAtMs: number | undefined;
  readonly remainingMs: number;
  lowerVoice(isLowered: boolean): void;
  pause(): void;
  resume(): void;
  interrupt(): void;
}

export interface BargeInOptions {
  readonly clock: Clock;
  readonly settings: InterruptionSettings;
  /** BCP 47. */
  readonly language: string;
  readonly turnController: TurnController;
  /**
   * Returns whether partial transcripts are evaluated now. A recogniser with a closed vocabulary finds words in every sound; only its final result has
   * a reliable confidence.
   */
  readonly trustsPartials: () => boolean;
  /** The leg's media clock. */
  readonly nowMs: () => number;
}

/** Speech of the caller since the last end of a turn. Times are on the leg's media clock. */
interface Sound {
  startMs: number;
  /** Undefined while the sound continues. */
  stopMs: number | undefined;
  words: string;
  /** When the words last changed. */
  wordsAtMs: number;
  /** Whether the sound has interrupted the agent. */
  hasInterrupted: boolean;
  /** The words at which the agent stopped waiting for others, and spoke in spite of the sound; undefined while it waits. */
  disregardedWords: string | undefined;
}

/** Returns a sound that continues. */
const soundFrom = (startMs: number): Sound => ({
  startMs,
  stopMs: undefined,
  words: '',
  wordsAtMs: startMs,
  hasInterrupted: false,
  disregardedWords: undefined,
});

const isDisregarded = ({ words, disregardedWords }: Sound): boolean => words === disregardedWords;

const lastSpeechMs = ({ stopMs = 0, wordsAtMs }: Sound): number => Math.max(stopMs, wordsAtMs);

/** What the agent does until the next check, `checkAtMs` on the leg's media clock. */
interface Step {
  readonly action: 'interrupt' | 'pause' | 'lower' | 'continue' | 'disregard';
  readonly checkAtMs?: number | undefined;
}

/**
 * Handles barge-in. While the agent speaks, speech of the caller first lowers the agent's voice, then pauses it, and interrupts it or resumes it once
 * the speech is classified. An utterance whose first sound the caller's speech precedes waits until the caller has finished. One timer limits every pause.
 */
export class BargeIn {
  readonly #options: BargeInOptions;
  readonly #strategies: readonly BargeInStrategy[];
  #timer: Timer | undefined;
  #sound: Sound | undefined;

  constructor(options: BargeInOptions) {
    this.#options = options;
    this.#strategies = bargeInStrategies(options.settings, options.language, () => this.#sustainedMs);
  }

  /** Whether the caller makes a sound that is new, or in which words were recognised lately. Steady noise does not count. */
  get isCallerSpeaking(): boolean {
    const sound = this.#sound;
    if (sound === undefined || sound.stopMs !== undefined || isDisregarded(sound)) return false;
    return this.#options.nowMs() - sound.wordsAtMs < maxWaitWhileSpeakingMs;
  }

  speechStarted(atMs: number): void {
    const sound = this.#sound;
    const isContinued = sound?.stopMs !== undefined && (sound.words !== '' || atMs - sound.stopMs < maxGapMs);
    if (sound !== undefined && (isContinued || sound.stopMs === undefined)) sound.stopMs = undefined;
    else this.#sound = soundFrom(atMs);
    this.check();
  }

  partialTranscript(text: string): void {
    const words = plainWords(text);
    if (!this.#options.trustsPartials() || words === '') return;
    const nowMs = this.#options.nowMs();
    // Speech that is too quiet for the voice activity detector.
    this.#sound ??= { ...soundFrom(nowMs), stopMs: nowMs };
    if (words === this.#sound.words) return;
    this.#sound.words = words;
    this.#sound.wordsAtMs = nowMs;
    this.check();
  }

  speechStopped(atMs: number): void {
    if (this.#sound === undefined) return;
    this.#sound.stopMs = atMs;
    this.check();
  }

  /** Classifies the turn of the caller that has ended. Returns whether the turn counts as an answer; then the agent was interrupted. */
  turnEnded(text: string, rejected: boolean, startMs: number): boolean {
    const { turnController, settings } = this.#options;
    const { isInterruptible } = turnController;
    const isBeforeAgent = turnController.isBeforeAgent(startMs);
    if (!isBeforeAgent && (!settings.enabled || !isInterruptible)) return false;
    const words = plainWords(text);
    const decision = this.#decide({ words, hasEnded: true, isRejected: rejected, isBeforeAgent });
    const isInterruption = decision === 'interrupt';
    if (isInterruption && isInterruptible) turnController.interrupt();
    return isInterruption;
  }

  /** Forgets the sounds of a turn that has ended. A sound that continues belongs to the next turn, or is noise if its last words are long ago. */
  turnOver(): void {
    const { nowMs } = this.#options;
    if (this.#sound?.stopMs !== undefined) this.#sound = undefined;
    if (this.#sound !== undefined) {
      const { wordsAtMs, disregardedWords } = this.#sound;
      const isNoise = disregardedWords !== undefined || nowMs() - wordsAtMs >= maxWaitWhileSpeakingMs;
      this.#sound = { ...soundFrom(nowMs()), ...(isNoise && { disregardedWords: '' }) };
    }
    this.check();
  }

  /** Stops the timer: the call ends. */
  close(): void {
    this.#timer?.cancel();
    this.#sound = undefined;
  }

  /** Decides what the agent does now. To be called when an utterance is about to play. */
  check(): void {
    const { turnController, clock, nowMs } = this.#options;
    this.#timer?.cancel();
    const sound = this.#sound;
    if (sound === undefined || !turnController.isInterruptible) return this.#continue();
    const { action, checkAtMs } = this.#stepOf(sound);
    if (checkAtMs !== undefined)
      this.#timer = clock.after(Math.max(1, checkAtMs - nowMs()), () => this.check());
    if (action === 'pause') turnController.pause();
    else if (action === 'lower') turnController.lowerVoice(true);
    else if (action === 'interrupt') this.#interrupt(sound);
    else {
      if (action === 'disregard') sound.disregardedWords = sound.words;
      this.#continue();
    }
  }

  #continue(): void {
    this.#options.turnController.lowerVoice(false);
    this.#options.turnController.resume();
  }

  /** A prompt that remains to be said after the interruption waits for the end of the turn. */
  #interrupt(sound: Sound): void {
    sound.hasInterrupted = true;
    sound.wordsAtMs = this.#options.nowMs();
    this.#options.turnController.interrupt();
    this.check();
  }

  /** A prompt that remains after an interruption waits, even if its first word has begun. */
  #stepOf(sound: Sound): Step {
    const waits = sound.hasInterrupted || this.#options.turnController.isBeforeAgent(sound.startMs);
    return waits ? this.#stepBeforeAgent(sound) : this.#stepDuringAgent(sound);
  }

  #stepDuringAgent(sound: Sound): Step {
    const { settings, turnController } = this.#options;
    const isOver = (sound.stopMs ?? Infinity) <= (turnController.speakingSinceMs ?? 0);
    if (!settings.enabled || isOver || isDisregarded(sound)) return { action: 'continue' };
    const decision = this.#decideNow(sound, false);
    if (decision === 'interrupt') return { action: 'interrupt' };
    return decision === 'resume' ? { action: 'continue' } : this.#stepUndecided(sound);
  }

  #stepUndecided(sound: Sound): Step {
    const { settings, nowMs, turnController } = this.#options;
    const { pausedAtMs } = turnController;
    if (pausedAtMs !== undefined) return this.#stepPaused(sound, pausedAtMs);
    if (sound.stopMs !== undefined) return { action: 'continue' };
    const wordsCountAtMs = sound.startMs + settings.minSpeechMs;
    const pauseAtMs = wordsCountAtMs + pauseAfterMs;
    if (nowMs() >= pauseAtMs) return this.#stepPaused(sound, nowMs());
    return { action: 'lower', checkAtMs: nowMs() < wordsCountAtMs ? wordsCountAtMs : pauseAtMs };
  }

  #stepPaused(sound: Sound, pausedAtMs: number): Step {
    const { startMs, stopMs, words } = sound;
    if (words === '' && stopMs === undefined)
      return { action: 'pause', checkAtMs: startMs + this.#sustainedMs };
    if (words === '' && stopMs! - startMs <= maxBackchannelMs)
      return this.#pauseUntil(pausedAtMs + maxShortPauseMs, 'continue');
    return this.#pauseUntil(Math.max(pausedAtMs, lastSpeechMs(sound)) + maxPauseMs, 'disregard');
  }

  #stepBeforeAgent(sound: Sound): Step {
    const isContinuing = sound.stopMs === undefined;
    const waits = isContinuing || this.#options.turnController.waitsForTranscript;
    if (!waits || isDisregarded(sound)) return { action: 'continue' };
    const untilMs = lastSpeechMs(sound) + maxPauseMs;
    if (sound.hasInterrupted) return this.#pauseUntil(untilMs, 'disregard');
    const isHarmless = sound.words === '' || this.#decideNow(sound, true) === 'resume';
    if (!isHarmless) return this.#pauseUntil(untilMs, 'interrupt');
    return isContinuing ? this.#stepWhileNoWords(sound) : this.#stepAfterNoWords(sound);
  }

  /** The caller makes a sound in which no words that matter are recognised. */
  #stepWhileNoWords({ startMs, wordsAtMs }: Sound): Step {
    return this.#options.trustsPartials()
      ? this.#pauseUntil(wordsAtMs + maxWaitWhileSpeakingMs, 'disregard')
      : this.#pauseUntil(startMs + this.#sustainedMs, 'interrupt');
  }

  /** Such a sound has ended. Its words can still arrive. */
  #stepAfterNoWords({ startMs, stopMs = startMs, words }: Sound): Step {
    const { settings, trustsPartials } = this.#options;
    if (words !== '' || stopMs - startMs < settings.minSpeechMs) return { action: 'continue' };
    const waitMs = trustsPartials() ? maxWaitForWordsMs : maxWaitForTranscriptMs;
    return this.#pauseUntil(stopMs + waitMs, 'continue');
  }

  #pauseUntil(untilMs: number, action: Step['action']): Step {
    return this.#options.nowMs() < untilMs ? { action: 'pause', checkAtMs: untilMs } : { action };
  }

  get #sustainedMs(): number {
    const { settings, trustsPartials } = this.#options;
    return settings.minSpeechMs + (trustsPartials() ? sustainedSpeechMs : sustainedWithoutPartialsMs);
  }

  #decideNow({ words }: Sound, isBeforeAgent: boolean): BargeInDecision | undefined {
    return this.#decide({ words, hasEnded: false, isRejected: false, isBeforeAgent });
  }

  #decide(known: Omit<OverlappingSpeech, 'speechMs' | 'remainingMs'>): BargeInDecision | undefined {
    const { turnController, nowMs } = this.#options;
    const { startMs, stopMs } = this.#sound ?? { startMs: nowMs(), stopMs: undefined };
    const remainingMs = known.isBeforeAgent ? Infinity : turnController.remainingMs;
    const speech = { ...known, speechMs: (stopMs ?? nowMs()) - startMs, remainingMs };
    for (const strategy of this.#strategies) {
      const decision = strategy(speech);
      if (decision !== undefined) return decision;
    }
    return undefined;
  }
}
