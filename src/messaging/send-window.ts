import type { Clock } from '../core/clock.ts';

/** Limits the concurrent messages of one carrier. */
export class SendWindow {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /** @param size maximum number of concurrent messages, at least 1 */
  constructor(size: number, clock: Clock) {
    this.#free = size;
    this.#clock = clock;
  }

  /** Takes a place in the window. Returns the function that frees it; undefined if none became free within `timeoutMs`. */
  async acquire(timeoutMs: number): Promise<(() => void) | undefined> {
    if (this.#free > 0) {
      this.#free -= 1;
      return () => this.#release();
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const grant = () => resolve(true);
    this.#waiting.add(grant);
    const timer = this.#clock.after(timeoutMs, () => {
      // A place that was granted in the meantime is kept.
      if (this.#waiting.delete(grant)) resolve(false);
    });
    const isGranted = await promise;
    timer.cancel();
    return isGranted ? () => this.#release() : undefined;
  }

  /** Passes the place to the caller of `acquire` that has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
