import { sleepWith, type Clock } from '../../src/core/clock.ts';

/** Runs faster than the system clock, so that delays of seconds pass sooner. Its offset can be changed. */
export class CrashClock implements Clock {
  readonly #anchorMs: number;
  readonly #speed: number;
  #offsetMs: number;

  /** At the instant `anchorMs` it shows the system time plus `offsetMs`. */
  constructor(clock: { readonly anchorMs: number; readonly speed: number; readonly offsetMs: number }) {
    this.#anchorMs = clock.anchorMs;
    this.#speed = clock.speed;
    this.#offsetMs = clock.offsetMs;
  }

  putTo(offsetMs: number): void {
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
