import type { Clock, Timer } from '../core/clock.ts';
import { spokenWords } from '../core/spoken-words.ts';
import { floorDemands, listeningSounds, listeningWords, PhraseSet } from './back-channels.ts';

/** Speech without a word that goes on for so much longer than the least is somebody who speaks. */
const sustainedBeyondMs = 500;
/** The same where words are known only when the sound is over. */
const sustainedUnheardMs = 1_300;
/** The same for speech that is over and was not understood: a whole sentence, which a cough or a nod never is. */
const sustainedRejectedMs = 900;
/** Words of listening answer a question when so little of it is left to be said. */
const nearlySaidMs = 800;

export interface InterruptionSettings {
  readonly enabled: boolean;
  /** Speech that is shorter never interrupts by itself. */
  readonly minSpeechMs: number;
  /** Words it takes; 0: one that is no back-channel. */
  readonly minWords: number;
  readonly ignorePhrases: readonly string[];
}

/** What is known of a sound that the caller makes while the agent speaks. */
export interface Interjection {
  /** As `spokenWords` gives them; empty while no word is known. */
  readonly words: string;
  readonly speechMs: number;
  /** Neither more sound nor more words are to come. */
  readonly over: boolean;
  readonly rejected: boolean;
  /** What the agent still has to say; infinite while that is not known. */
  readonly remainingMs: number;
}

/** `cut`: the caller has the floor. `resume`: it was nothing. `wait`: the next strategies are not asked yet. */
export type Verdict = 'cut' | 'resume' | 'wait';
export type BargeInStrategy = (interjection: Interjection) => Verdict | undefined;

const demandsTheFloor: BargeInStrategy = ({ words, rejected }) =>
  floorDemands.begins(words) && !rejected ? 'cut' : undefined;

const isIgnored =
  (phrases: PhraseSet): BargeInStrategy =>
  ({ words, over }) =>
    phrases.isAllOf(words) ? (over ? 'resume' : 'wait') : undefined;

const listens: BargeInStrategy = ({ words, over, remainingMs }) => {
  if (listeningSounds.isAllOf(words)) return over ? 'resume' : 'wait';
  if (!listeningWords.isAllOf(words)) return undefined;
  if (!over) return 'wait';
  return remainingMs <= nearlySaidMs ? 'cut' : 'resume';
};

/** Somebody who said a sentence wants an answer, be it that they were not understood. */
const saidASentence =
  ({ minSpeechMs }: InterruptionSettings): BargeInStrategy =>
  ({ speechMs, over, rejected }) =>
    over && rejected && speechMs >= minSpeechMs + sustainedRejectedMs ? 'cut' : undefined;

/** The first words of a very short sound are a guess; they count when it lasts, or when it is over. */
const saysEnough =
  ({ minWords, minSpeechMs }: InterruptionSettings): BargeInStrategy =>
  ({ words, speechMs, over, rejected }) => {
    if (!over && speechMs < minSpeechMs) return undefined;
    const count = words === '' ? 0 : words.split(' ').length;
    if (count >= Math.max(1, minWords) && !(over && rejected)) return 'cut';
    return over ? 'resume' : undefined;
  };

const speaksOn =
  (sustainedMs: number): BargeInStrategy =>
  ({ words, speechMs }) =>
    words === '' && speechMs >= sustainedMs ? 'cut' : undefined;

/** Asked in order. `sustainedMs`: speech without a word that is somebody who speaks. */
export function bargeInStrategies(settings: InterruptionSettings, sustainedMs: number): BargeInStrategy[] {
  return [
    demandsTheFloor,
    isIgnored(new PhraseSet(settings.ignorePhrases)),
    listens,
    saidASentence(settings),
    saysEnough(settings),
    speaksOn(sustainedMs),
  ];
}

export interface Interruptible {
  /** Whether something is being said that may be cut. */
  readonly interruptible: boolean;
  readonly remainingMs: number;
  pause(): void;
  resume(): void;
  cut(): void;
}

export interface BargeInOptions {
  readonly clock: Clock;
  readonly settings: InterruptionSettings;
  readonly agent: Interruptible;
  /**
   * Whether words count while the sound goes on. A recogniser with a closed vocabulary makes words of every sound, and tells what it
   * thinks of them at the end.
   */
  readonly trustsPartials: boolean;
  /** The leg's media clock. */
  readonly nowMs: () => number;
}

/**
 * Who has the floor when both speak: the agent pauses as soon as the caller makes a sound, and is cut, or goes on where it
 * stopped, when it is clear what the sound was.
 */
export class BargeIn {
  readonly #options: BargeInOptions;
  readonly #strategies: readonly BargeInStrategy[];
  readonly #sustainedMs: number;
  #timer: Timer | undefined;
  /** The sound being judged. */
  #startMs: number | undefined;
  #stopMs: number | undefined;
  #words = '';

  constructor(options: BargeInOptions) {
    this.#options = options;
    const beyondMs = options.trustsPartials ? sustainedBeyondMs : sustainedUnheardMs;
    this.#sustainedMs = options.settings.minSpeechMs + beyondMs;
    this.#strategies = bargeInStrategies(options.settings, this.#sustainedMs);
  }

  speechStarted(atMs: number): void {
    const { agent, clock, nowMs, settings } = this.#options;
    if (!settings.enabled || !agent.interruptible) return;
    this.#startMs ??= atMs;
    this.#stopMs = undefined;
    agent.pause();
    this.#timer?.cancel();
    const leftMs = this.#sustainedMs - (nowMs() - this.#startMs);
    this.#timer = clock.after(Math.max(0, leftMs), () => this.#judge());
  }

  wordsHeard(text: string): void {
    if (!this.#options.trustsPartials) return;
    this.#words = spokenWords(text.replaceAll('-', ' '));
    if (this.#startMs !== undefined) this.#judge();
  }

  /** Too short for speech: the agent goes on at once; if words turn up later, they are judged by themselves. */
  speechStopped(atMs: number): void {
    if (this.#startMs === undefined) return;
    this.#stopMs = atMs;
    this.#timer?.cancel();
    if (this.#words === '' && atMs - this.#startMs < this.#options.settings.minSpeechMs)
      this.#release('resume');
  }

  /**
   * The caller's turn is over while the agent speaks. True where the agent was cut: the turn counts. False where it was
   * nothing.
   */
  turnEnded(text: string, rejected: boolean): boolean {
    const { agent, settings } = this.#options;
    this.#words = spokenWords(text.replaceAll('-', ' '));
    if (!settings.enabled || !agent.interruptible) {
      this.reset();
      return false;
    }
    const verdict = this.#verdict(true, rejected) === 'cut' ? 'cut' : 'resume';
    this.#release(verdict);
    return verdict === 'cut';
  }

  /** Forgets the sound being judged, without a verdict: the agent has nothing more to say, or the call is over. */
  reset(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#startMs = undefined;
    this.#stopMs = undefined;
    this.#words = '';
  }

  #judge(): void {
    if (!this.#options.agent.interruptible) return this.reset();
    const verdict = this.#verdict(false, false);
    if (verdict === 'cut' || verdict === 'resume') this.#release(verdict);
  }

  #verdict(over: boolean, rejected: boolean): Verdict | undefined {
    const { agent, nowMs } = this.#options;
    const endMs = this.#stopMs ?? nowMs();
    const interjection: Interjection = {
      words: this.#words,
      speechMs: this.#startMs === undefined ? 0 : endMs - this.#startMs,
      over,
      rejected,
      remainingMs: agent.remainingMs,
    };
    for (const strategy of this.#strategies) {
      const verdict = strategy(interjection);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  #release(verdict: 'cut' | 'resume'): void {
    this.reset();
    if (verdict === 'cut') this.#options.agent.cut();
    else this.#options.agent.resume();
  }
}
