import type { Clock } from '../core/clock.ts';
import type { Database } from '../store/database.ts';

/** So many that wait for a database connection are worked off in a fraction of a second. */
export const queueThreshold = 100;
/** A burst may be as large as it likes; a crowd that stays this long is more than can be carried. */
const sustainedMs = 250;
/** After the last crowd, how long a new one is met without patience: what comes too fast does not stop for a pause. */
const cooldownMs = 2_000;

/**
 * Sheds load before anything is done for it. Every request needs the database, be it that the database is slow or that this process is, so
 * that the queue for its connections tells of both. While the queue is crowded and stays so, what comes is refused; what waits is carried
 * through.
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

  /** Whether what comes now is to be refused. */
  isOverloaded(): boolean {
    const nowMs = this.#clock.monotonicMs();
    const isCrowded = this.#database.waiting >= queueThreshold;
    if (!isCrowded) {
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
