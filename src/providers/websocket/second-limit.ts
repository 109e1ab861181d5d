import type { Clock } from '../../core/clock.ts';

/** A limit per second of the monotonic clock. */
export class SecondLimit {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #max: number;
  #second = 0;
  #total = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  /** Adds an amount to the current second. Returns whether the total exceeds the limit. */
  isExceededBy(amount: number): boolean {
    const second = Math.floor(this.#clock.monotonicMs() / 1000);
    this.#total = second === this.#second ? this.#total + amount : amount;
    this.#second = second;
    return this.#total > this.#max;
  }
}
