import { checkDelay, sleepWith, type Clock, type Timer } from './clock.ts';

interface ScheduledTimer {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock for tests, which moves only when `advance` or `jumpTo` is called. Timers due at the same instant run in the order of their creation. */
export class ManualClock implements Clock {
  #nowMs: number;
  #elapsedMs = 0;
  #order = 0;
  readonly #timers = new Set<ScheduledTimer>();

  constructor(startMs = Date.UTC(2026, 0, 5, 12)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, run: () => void): Timer {
    checkDelay(delayMs);
    const timer: ScheduledTimer = {
      dueMs: this.#elapsedMs + Math.max(0, delayMs),
      order: this.#order++,
      run,
    };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, delayMs, signal);
  }

  /** Number of pending timers. Tests assert that it is 0 after a close. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Sets the wall clock, as an operator or NTP does. Timers run on elapsed time and are not affected. */
  jumpTo(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  /** Advances time, runs each timer at its instant and lets promises settle after each one. */
  async advance(durationMs: number): Promise<void> {
    const endMs = this.#elapsedMs + durationMs;
    await settle();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#moveTo(next.dueMs);
      this.#timers.delete(next);
      next.run();
      await settle();
    }
    this.#moveTo(endMs);
    await settle();
  }

  #moveTo(elapsedMs: number): void {
    this.#nowMs += elapsedMs - this.#elapsedMs;
    this.#elapsedMs = elapsedMs;
  }

  #next(endMs: number): ScheduledTimer | undefined {
    let first: ScheduledTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs > endMs) continue;
      if (
        first === undefined ||
        timer.dueMs < first.dueMs ||
        (timer.dueMs === first.dueMs && timer.order < first.order)
      ) {
        first = timer;
      }
    }
    return first;
  }
}

/** Waits one turn of the event loop, which empties the microtask queue. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
