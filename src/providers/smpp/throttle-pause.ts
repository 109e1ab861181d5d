import type { Clock } from '../../core/clock.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** The time in which an SMSC that throttles receives no messages. It doubles until the SMSC accepts messages again. */
export class ThrottlePause {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #untilMs = -Infinity;
  #nextMs = firstPauseMs;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Returns 0 if there is no pause. */
  remainingMs(): number {
    return Math.max(0, this.#untilMs - this.#clock.monotonicMs());
  }

  /** Starts a pause, unless there is one. Returns its remaining time. */
  start(): number {
    const remainingMs = this.remainingMs();
    if (remainingMs > 0) return remainingMs;
    const pauseMs = this.#nextMs;
    this.#untilMs = this.#clock.monotonicMs() + pauseMs;
    this.#nextMs = Math.min(maxPauseMs, pauseMs * 2);
    return pauseMs;
  }

  /** The SMSC accepted a message. */
  reset(): void {
    if (this.remainingMs() === 0) this.#nextMs = firstPauseMs;
  }
}
