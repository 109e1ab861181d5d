import type { Spacing } from './spacing.ts';

/**
 * Lets through no more than so many calls in any window, however late the timers before it are: a call passes when the one as many
 * places before it is a whole window old.
 */
export class RateGate {
  readonly #windowMs: number;
  /** When the last calls passed; the oldest stands at `#oldest`. */
  readonly #passedAtMs: Float64Array;
  #oldest = 0;

  constructor({ calls, windowMs }: Pick<Spacing, 'calls' | 'windowMs'>) {
    this.#windowMs = windowMs;
    this.#passedAtMs = new Float64Array(calls).fill(-Infinity);
  }

  /** Until the next call may pass; 0 where it may now. Times are of one monotonic clock, in ms. */
  waitMs(nowMs: number): number {
    return Math.max(this.#passedAtMs[this.#oldest]! + this.#windowMs - nowMs, 0);
  }

  /** To be told of each call that passes, in their order; only when `waitMs` is 0. */
  pass(nowMs: number): void {
    this.#passedAtMs[this.#oldest] = nowMs;
    this.#oldest = (this.#oldest + 1) % this.#passedAtMs.length;
  }
}
