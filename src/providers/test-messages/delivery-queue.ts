import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';

/** Pauses between the attempts of a delivery. After the last one the delivery is dropped. */
const pausesMs = [1_000, 5_000, 15_000, 60_000];
const maxPending = 10_000;

/** Delivers messages of the test network to Parley, and repeats deliveries that Parley did not acknowledge, as a carrier does. */
export class DeliveryQueue {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #logger: Logger;
  readonly #timers = new Set<Timer>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor({ clock, logger }: { readonly clock: Pick<Clock, 'after'>; readonly logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Runs `deliver` after `delayMs`, and again later if it rejects. Drops it if 10,000 deliveries are pending. */
  add(delayMs: number, deliver: () => Promise<void>): void {
    this.#schedule(delayMs, deliver, 0);
  }

  #schedule(delayMs: number, deliver: () => Promise<void>, failures: number): void {
    if (this.#isClosed) return;
    if (this.#timers.size >= maxPending) {
      this.#logger.warn('The test network dropped a message because too many are pending.');
      return;
    }
    const timer = this.#clock.after(delayMs, () => {
      this.#timers.delete(timer);
      const run = this.#run(deliver, failures).finally(() => this.#running.delete(run));
      this.#running.add(run);
    });
    this.#timers.add(timer);
  }

  async #run(deliver: () => Promise<void>, failures: number): Promise<void> {
    try {
      await deliver();
    } catch (error) {
      const pauseMs = pausesMs[failures];
      if (pauseMs !== undefined) this.#schedule(pauseMs, deliver, failures + 1);
      else this.#logger.warn({ err: error }, 'The test network could not deliver a message.');
    }
  }

  /** Drops the pending deliveries and waits for those in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    await Promise.all(this.#running);
  }
}
