import { checkDelay, sleepOn, type Clock, type Timer } from './clock.ts';

interface Entry {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock that moves only when told to. Timers due at the same moment run in the order they were set. */
export class ManualClock implements Clock {
  #nowMs: number;
  #elapsedMs = 0;
  #order = 0;
  readonly #entries = new Set<Entry>();

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
    const entry: Entry = { dueMs: this.#elapsedMs + Math.max(0, delayMs), order: this.#order++, run };
    this.#entries.add(entry);
    return { cancel: () => void this.#entries.delete(entry) };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, delayMs, signal);
  }

  /** How many timers are set: what a test asserts to be nought after a close. */
  get pendingTimers(): number {
    return this.#entries.size;
  }

  /** Sets the wall clock, as an operator or NTP would; timers, which run on elapsed time, do not notice. */
  jumpTo(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  /** Moves time on, running each timer at its moment and letting promises settle after each one. */
  async advance(durationMs: number): Promise<void> {
    const endMs = this.#elapsedMs + durationMs;
    await settle();
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#moveTo(next.dueMs);
      this.#entries.delete(next);
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

  #next(endMs: number): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries) {
      if (entry.dueMs > endMs) continue;
      if (
        first === undefined ||
        entry.dueMs < first.dueMs ||
        (entry.dueMs === first.dueMs && entry.order < first.order)
      ) {
        first = entry;
      }
    }
    return first;
  }
}

/** Lets everything that is ready to run do so: one turn of the event loop empties the microtask queue. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
