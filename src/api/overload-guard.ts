import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/database.ts';

/** Waiting database requests above which the queue counts as overloaded. They take a fraction of a second. */
export const queueThreshold = 100;
/** Time above the threshold before requests are rejected. A shorter burst of any size is accepted. */
const sustainedMs = 250;
/** Time after an overload during which a new one is rejected at once. */
const cooldownMs = 2_000;

/**
 * Rejects requests while the server is overloaded, before any work is done for them. Every request needs the database, so the queue for
 * its connections grows if the database or this process is slow. While the queue stays above the threshold, new requests are rejected;
 * waiting requests continue.
 */
export class OverloadGuard {
  readonly #database: Pick<Database, 'waiting'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #aboveThresholdFromMs = Infinity;
  #aboveThresholdUntilMs = -Infinity;
  #isOverloaded = false;

  constructor(database: Pick<Database, 'waiting'>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Whether a new request is rejected now. */
  isOverloaded(): boolean {
    const nowMs = this.#clock.monotonicMs();
    const isAbove = this.#database.waiting >= queueThreshold;
    if (!isAbove) {
      this.#aboveThresholdFromMs = Infinity;
      if (nowMs - this.#aboveThresholdUntilMs >= cooldownMs) this.#isOverloaded = false;
      return false;
    }
    this.#aboveThresholdFromMs = Math.min(this.#aboveThresholdFromMs, nowMs);
    this.#aboveThresholdUntilMs = nowMs;
    if (nowMs - this.#aboveThresholdFromMs >= sustainedMs) this.#isOverloaded = true;
    return this.#isOverloaded;
  }
}
