import type { Clock, Timer } from './clock.ts';
import type { Logger } from './logger.ts';
import type { Outage } from './outage.ts';

const checkEveryMs = 1_000;

export interface OutageLogOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly logger: Logger;
  /** Rejects during an outage. */
  readonly check: () => Promise<unknown>;
  /** Log messages. */
  readonly started: string;
  readonly ended: string;
}

/** Logs the start and the end of an outage, one line each. Checks, which run only during an outage, detect its end. */
export class OutageLog {
  readonly #options: OutageLogOptions;
  #startedMs: number | undefined;
  #timer: Timer | undefined;
  #closed = false;

  constructor(options: OutageLogOptions) {
    this.#options = options;
  }

  /** Start of the outage on the monotonic clock; undefined if there is none. */
  get startedMs(): number | undefined {
    return this.#startedMs;
  }

  /** Has no effect during an outage that was recorded. */
  record({ message, cause }: Outage): void {
    if (this.#startedMs !== undefined || this.#closed) return;
    const { clock, logger, started } = this.#options;
    this.#startedMs = clock.monotonicMs();
    logger.error({ reason: message, err: cause }, started);
    this.#checkLater();
  }

  close(): void {
    this.#closed = true;
    this.#timer?.cancel();
  }

  #checkLater(): void {
    if (this.#closed) return;
    this.#timer = this.#options.clock.after(checkEveryMs, () => {
      this.#options.check().then(
        () => this.#end(),
        () => this.#checkLater(),
      );
    });
  }

  #end(): void {
    const { clock, logger, ended } = this.#options;
    const seconds = Math.round((clock.monotonicMs() - this.#startedMs!) / 1000);
    this.#startedMs = undefined;
    logger.info({ seconds }, ended);
  }
}
