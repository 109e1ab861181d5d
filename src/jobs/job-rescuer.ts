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
  readonly defaultMaxAttempts: number;
  readonly intervalMs: number;
}

/** Rescues the jobs of dead workers, at the start and then at an interval. Every worker runs a rescuer; a lost job is rescued by only one of them. */
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
      onWorkerLost: handler.onWorkerLost,
      maxAttempts: handler.maxAttempts ?? options.defaultMaxAttempts,
    }));
  }

  start(): void {
    this.#round = this.#rescue().then(() => {
      if (!this.#closed)
        this.#timer = this.#options.clock.after(this.#options.intervalMs, () => this.start());
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
      for (const job of await rescueJobs(db.asSystem(), this.#rules)) await this.#reportRescued(job);
    } catch (error) {
      logger.error({ err: error }, 'Jobs of dead workers could not be rescued.');
    }
  }

  async #reportRescued(job: RescuedJob): Promise<void> {
    const { logger, handlers } = this.#options;
    logger.warn({ job: job.id, kind: job.kind, state: job.state }, 'A job was rescued from a dead worker.');
    if (job.state !== 'unknown') return;
    try {
      await handlers[job.kind]?.onUnknown?.(job);
    } catch (error) {
      logger.error({ err: error, job: job.id }, 'The handler of a job with unknown outcome failed.');
    }
  }
}
