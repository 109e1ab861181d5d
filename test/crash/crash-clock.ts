import { sleepWith, type Clock } from '../../src/core/clock.ts';

/** A clock that runs faster than the system clock, to shorten delays of seconds. Its offset can be changed. */
export class CrashClock implements Clock {
  readonly #anchorMs: number;
  readonly #speed: number;
  #offsetMs: number;

  /** At the instant `anchorMs`, `now()` returns the system time plus `offsetMs`. */
  constructor(clock: { readonly anchorMs: number; readonly speed: number; readonly offsetMs: number }) {
    this.#anchorMs = clock.anchorMs;
    this.#speed = clock.speed;
    this.#offsetMs = clock.offsetMs;
  }

  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  now(): number {
    return this.#anchorMs + (Date.now() - this.#anchorMs) * this.#speed + this.#offsetMs;
  }

  monotonicMs(): number {
    return performance.now() * this.#speed;
  }

  after(delayMs: number, run: () => void): { cancel(): void } {
    const handle = setTimeout(run, delayMs / this.#speed);
    return { cancel: () => clearTimeout(handle) };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, delayMs, signal);
  }
}
