import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from '../store/database.ts';
import type { JobHandler } from './job.ts';
import { rescueJobs, type RescuedJob, type RescueRule } from './rescue-jobs.ts';

export interface JobRescuerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly attemptsMax: number;
  readonly everyMs: number;
}

/** Looks for jobs whose worker died, at the start and then again and again. Every worker does; one of them finds each job. */
export class JobRescuer {
  readonly #options: JobRescuerOptions;
  readonly #rules: readonly RescueRule[];
  #timer: Timer | undefined;
  #round: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: JobRescuerOptions) {
    this.#options = options;
    this.#rules = Object.entries(options.handlers).map(([kind, handler]) => ({
      kind,
      whenLost: handler.whenLost,
      attemptsMax: handler.attemptsMax ?? options.attemptsMax,
    }));
  }

  start(): void {
    this.#round = this.#rescue().then(() => {
      if (!this.#closed) this.#timer = this.#options.clock.after(this.#options.everyMs, () => this.start());
      return undefined;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    await this.#round;
  }

  async #rescue(): Promise<void> {
    const { db, logger } = this.#options;
    try {
      for (const job of await rescueJobs(db.asSystem(), this.#rules)) await this.#tell(job);
    } catch (error) {
      logger.error({ err: error }, 'Lost jobs could not be looked for.');
    }
  }

  async #tell(job: RescuedJob): Promise<void> {
    const { logger, handlers } = this.#options;
    logger.warn({ job: job.id, kind: job.kind, state: job.state }, 'The worker of a job died.');
    if (job.state !== 'unknown') return;
    try {
      await handlers[job.kind]?.onUnknown?.(job);
    } catch (error) {
      logger.error({ err: error, job: job.id }, 'A job of unknown outcome could not be handled.');
    }
  }
}
