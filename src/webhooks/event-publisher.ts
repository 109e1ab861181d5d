import { BackgroundWork } from '../core/background-work.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from '../store/database.ts';
import { publishEvents } from '../store/webhooks/publish-events.ts';
import { queueDeliveries } from '../store/webhooks/deliveries.ts';
import { enqueueDeliveries } from './delivery-jobs.ts';

/** Events per transaction. */
const batchSize = 500;
/** Interval of polls, which find events of nodes that died between the commit and the publication. */
const pollIntervalMs = 1_000;
const errorDelayMs = 1_000;

export interface EventPublisherOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Publishes committed events: assigns their positions and creates the deliveries of the endpoints that subscribe to them, in one
 * transaction. Several nodes may publish; a row lock makes them take turns.
 */
export class EventPublisher {
  readonly #options: EventPublisherOptions;
  readonly #background = new BackgroundWork();
  #stopListening = (): void => undefined;
  #timer: Timer | undefined;
  #isRunning = false;
  #isRequested = false;
  #isClosed = true;

  constructor(options: EventPublisherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isClosed = false;
    this.#stopListening = this.#options.database.onEventsCommitted(() => this.#wake());
    this.#wake();
  }

  /** Publishes soon, unless closed. */
  #wake(): void {
    if (this.#isClosed) return;
    this.#isRequested = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#timer?.cancel();
    this.#background.add(this.#publishWhileRequested());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.#timer?.cancel();
    await this.#background.settled();
  }

  async #publishWhileRequested(): Promise<void> {
    let delayMs = pollIntervalMs;
    while (this.#isRequested && !this.#isClosed) {
      this.#isRequested = false;
      try {
        if (await this.#publish()) this.#isRequested = true;
        delayMs = pollIntervalMs;
      } catch (error) {
        this.#options.logger.error({ err: error }, 'Events could not be published and will be retried.');
        delayMs = errorDelayMs;
      }
    }
    this.#isRunning = false;
    if (!this.#isClosed) this.#timer = this.#options.clock.after(delayMs, () => this.#wake());
  }

  /** Publishes one batch. Returns whether there may be more. */
  async #publish(): Promise<boolean> {
    const { database, clock } = this.#options;
    const count = await database.asSystem().transaction(async (tx) => {
      const published = await publishEvents(tx, batchSize);
      const due = await queueDeliveries(tx, published.subscribed, new Date(clock.now()));
      await enqueueDeliveries(tx, due);
      return published.count;
    });
    return count === batchSize;
  }
}
