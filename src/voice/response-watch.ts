import type { Clock, Timer } from '../core/clock.ts';

/** Silence of both sides before the first filler of a wait, so that the caller does not assume that the line is dead. */
const firstFillerAfterMs = 1_200;
/** The same before each further filler. With its synthesis, the caller hears less than 2 s of silence. */
const nextFillerAfterMs = 1_500;
/** Wait for a response after which the agent apologises and offers something else. */
const offerAfterMs = 8_000;
const checkEveryMs = 100;
/** A debt that begins this soon after the end of the previous one continues its wait. */
const maxGapMs = 50;

/** Whose sound the line carries. `words`: the agent says something else than a filler. */
export type Activity = 'none' | 'caller' | 'filler' | 'words';

export interface ResponseWatchOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly activity: () => Activity;
  /** Returns how long the caller has already waited for the response. */
  readonly waitedMs: () => number;
  /** Whether the caller can respond to the offer. */
  readonly canOffer: () => boolean;
  readonly sayFiller: () => void;
  readonly sayOffer: () => void;
  /** Called when the agent begins or ceases to owe a response. */
  readonly onChange: () => void;
}

/** The wait of the caller for a response. Times are on the monotonic clock. */
interface Wait {
  sinceMs: number;
  silentSinceMs: number;
  fillers: number;
  hasOffered: boolean;
}

const waitFrom = (sinceMs: number): Wait => ({
  sinceMs,
  silentSinceMs: sinceMs,
  fillers: 0,
  hasOffered: false,
});

/**
 * Bridges the silence while the agent owes a response: fillers, and after 8 s an apology with an offer. After the offer it is the caller's turn,
 * until the caller speaks or the response begins. Independent of `SilenceMonitor`, which watches for a silent caller.
 */
export class ResponseWatch {
  readonly #options: ResponseWatchOptions;
  #debts = 0;
  #wait: Wait | undefined;
  /** When the last debt ended. */
  #endedMs = -Infinity;
  #timer: Timer | undefined;
  #isClosed = false;

  constructor(options: ResponseWatchOptions) {
    this.#options = options;
  }

  /** Whether the agent owes a response, and has not left the decision to the caller. */
  get isOwed(): boolean {
    return this.#debts > 0 && this.#wait?.hasOffered !== true;
  }

  /** The agent owes a response until the returned function is called. That function is safe to call twice. */
  owe(): () => void {
    if (this.#isClosed) return () => undefined;
    const { clock, waitedMs, onChange } = this.#options;
    const nowMs = clock.monotonicMs();
    const continues = this.#debts > 0 || nowMs - this.#endedMs <= maxGapMs;
    if (!continues) this.#wait = undefined;
    this.#wait ??= waitFrom(nowMs - waitedMs());
    this.#debts += 1;
    this.#timer ??= clock.after(checkEveryMs, () => this.#check());
    onChange();
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#pay();
    };
  }

  /** Starts the wait again: the response begins, or the caller has said more. */
  restart(): void {
    this.#wait = this.#debts === 0 ? undefined : waitFrom(this.#options.clock.monotonicMs());
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  #pay(): void {
    const { clock, onChange } = this.#options;
    this.#debts -= 1;
    if (this.#debts > 0 || this.#isClosed) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#endedMs = clock.monotonicMs();
    onChange();
  }

  #check(): void {
    const { clock } = this.#options;
    this.#timer = clock.after(checkEveryMs, () => this.#check());
    const wait = (this.#wait ??= waitFrom(clock.monotonicMs()));
    this.#bridge(wait, this.#options.activity());
  }

  #bridge(wait: Wait, activity: Activity): void {
    const { clock, canOffer, sayFiller, sayOffer, onChange } = this.#options;
    const nowMs = clock.monotonicMs();
    if (activity !== 'none') wait.silentSinceMs = nowMs;
    if (activity === (wait.hasOffered ? 'caller' : 'words')) this.restart();
    if (activity !== 'none' || wait.hasOffered) return;
    if (nowMs - wait.sinceMs >= offerAfterMs && canOffer()) {
      wait.hasOffered = true;
      sayOffer();
      onChange();
    } else if (nowMs - wait.silentSinceMs >= (wait.fillers === 0 ? firstFillerAfterMs : nextFillerAfterMs)) {
      wait.fillers += 1;
      wait.silentSinceMs = nowMs;
      sayFiller();
    }
  }
}

/** Texts that bridge a wait. */
export interface FillerPhrases {
  /** Spoken in turn. */
  readonly fillers: readonly string[];
  /** Spoken instead of a filler that would follow itself. */
  readonly spareFillers: readonly string[];
}

/** Chooses fillers, so that no filler follows itself. */
export class FillerSequence {
  readonly #phrases: FillerPhrases;
  #count = 0;
  #spareCount = 0;
  #last: string | undefined;

  constructor(phrases: FillerPhrases) {
    this.#phrases = phrases;
  }

  next(): string {
    const { fillers, spareFillers } = this.#phrases;
    const filler = fillers[this.#count % fillers.length]!;
    this.#count += 1;
    const isRepeated = filler === this.#last && spareFillers.length > 0;
    this.#last = isRepeated ? spareFillers[this.#spareCount++ % spareFillers.length]! : filler;
    return this.#last;
  }

  /** Handles other words of the agent, after which any filler can follow. */
  interrupted(): void {
    this.#last = undefined;
  }
}
