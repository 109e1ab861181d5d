import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../store/database.ts';

/**
 * Number of requests in the queue for database connections at which the server can be overloaded. Such a queue drains within a fraction of
 * a second. Under overload, it is also the number of active requests that the workspaces share.
 */
export const queueThreshold = 100;
/** Time that the queue must stay at the threshold before requests are rejected. Shorter bursts of any size are accepted. */
const sustainedMs = 250;
/** Time after an overload in which requests are rejected as soon as the queue reaches the threshold again. */
const cooldownMs = 2_000;

/**
 * Detects overload, so that requests can be rejected before any work is done for them. Every request needs the database, so the queue for
 * database connections grows if the database or this process is slow. While the queue stays at the threshold, new requests are rejected;
 * waiting requests continue.
 */
export class OverloadGuard {
  readonly #database: Pick<Database, 'waiting'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #aboveThresholdSinceMs = Infinity;
  #aboveThresholdUntilMs = -Infinity;
  #isOverloaded = false;

  constructor(database: Pick<Database, 'waiting'>, clock: Pick<Clock, 'monotonicMs'>) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Returns whether new requests must be rejected now. */
  isOverloaded(): boolean {
    const nowMs = this.#clock.monotonicMs();
    const isAbove = this.#database.waiting >= queueThreshold;
    if (!isAbove) {
      this.#aboveThresholdSinceMs = Infinity;
      if (nowMs - this.#aboveThresholdUntilMs >= cooldownMs) this.#isOverloaded = false;
      return false;
    }
    this.#aboveThresholdSinceMs = Math.min(this.#aboveThresholdSinceMs, nowMs);
    this.#aboveThresholdUntilMs = nowMs;
    if (nowMs - this.#aboveThresholdSinceMs >= sustainedMs) this.#isOverloaded = true;
    return this.#isOverloaded;
  }
}
