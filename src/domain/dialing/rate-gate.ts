import type { Spacing } from './spacing.ts';

/**
 * Limits calls to `calls` in any window, even if timers fire late. A call passes when the call that is `calls` positions before it is at
 * least one window old.
 */
export class RateGate {
  readonly #windowMs: number;
  /** Ring buffer of the instants of the last calls; the oldest is at `#oldest`. */
  readonly #passedAtMs: Float64Array;
  #oldest = 0;

  constructor({ calls, windowMs }: Pick<Spacing, 'calls' | 'windowMs'>) {
    this.#windowMs = windowMs;
    this.#passedAtMs = new Float64Array(calls).fill(-Infinity);
  }

  /** Returns the ms until the next call may pass; 0 if it may pass now. Times are from one monotonic clock, in ms. */
  waitMs(nowMs: number): number {
    return Math.max(this.#passedAtMs[this.#oldest]! + this.#windowMs - nowMs, 0);
  }

  /** Records a call that passes. Call it in order, and only if `waitMs` is 0. */
  pass(nowMs: number): void {
    this.#passedAtMs[this.#oldest] = nowMs;
    this.#oldest = (this.#oldest + 1) % this.#passedAtMs.length;
  }
}
