import { BackgroundWork } from '../core/background-work.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { systemRandom, type Random } from '../core/random.ts';
import type { Database, Scope } from '../store/database.ts';
import { claimJobs, type ClaimedJob } from './claim-jobs.ts';
import { completeJob } from './complete-job.ts';
import { jobsChannel } from './enqueue-job.ts';
import { failJob } from './fail-job.ts';
import { LeaseLostError, type JobLease, type JobContext, type JobHandler } from './job.ts';
import { JobRescuer } from './job-rescuer.ts';
import { nextDueMs } from './next-due.ts';
import { renewLeases } from './renew-leases.ts';

export interface JobRunnerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Source of the jitter of retries. Defaults to the system's. */
  readonly random?: Random;
  /** The node's id, unique to this process. */
  readonly owner: string;
  /** Handlers by kind. Jobs of other kinds are not claimed. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Maximum number of concurrent jobs. Defaults to 50. */
  readonly capacity?: number;
  /** Time in ms after which the jobs of a dead worker are rescued. Defaults to 10,000. */
  readonly leaseMs?: number;
}

export interface JobRunner {
  /** Number of running jobs. */
  readonly running: number;
  start(): void;
  /** Starts no further claim. Resolves when all jobs have ended, also those of a claim in progress. */
  drain(): Promise<void>;
  /** Aborts running jobs and waits for them. Safe to call twice. */
  close(): Promise<void>;
}

const defaultMaxAttempts = 10;
const initialRetryMs = 1_000;
const maxRetryMs = 3_600_000;
/** Maximum time between claims, since a notification can be lost with the connection. */
const maxSleepMs = 10_000;
/** Delay of the next claim if another claim has locked the due job. */
const contentionDelayMs = 20;
const errorDelayMs = 1_000;

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  return new PostgresJobRunner(options);
}

interface RunningJob {
  readonly kind: string;
  readonly lease: JobLease;
  readonly abort: AbortController;
}

class PostgresJobRunner implements JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #system: Scope;
  readonly #kinds: readonly string[];
  readonly #capacity: number;
  readonly #leaseMs: number;
  readonly #rescuer: JobRescuer;
  readonly #running = new Map<number, RunningJob>();
  /** Claims and running jobs, for which `drain` waits. */
  readonly #background = new BackgroundWork();
  #firstGroupId = '';
  #timer: Timer | undefined;
  #renewal: Timer | undefined;
  #unlisten: (() => void) | undefined;
  #claiming = false;
  #wakeRequested = false;
  #accepting = false;
  #closing: Error | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#system = options.db.asSystem();
    this.#kinds = Object.keys(options.handlers);
    this.#capacity = options.capacity ?? 50;
    this.#leaseMs = options.leaseMs ?? 10_000;
    this.#rescuer = new JobRescuer({
      ...options,
      defaultMaxAttempts,
      intervalMs: this.#leaseMs / 2,
    });
  }

  get running(): number {
    return this.#running.size;
  }

  start(): void {
    if (this.#unlisten !== undefined) return;
    this.#accepting = true;
    this.#unlisten = this.#options.db.listen(jobsChannel, this.#onNotification, this.#wake);
    this.#rescuer.start();
    this.#scheduleRenewal();
    this.#wake();
  }

  async drain(): Promise<void> {
    this.#accepting = false;
    this.#timer?.cancel();
    this.#unlisten?.();
    await this.#background.settled();
  }

  async close(): Promise<void> {
    this.#closing ??= new Error('The job runner is closing.');
    for (const { abort } of this.#running.values()) abort.abort(this.#closing);
    await this.drain();
    this.#renewal?.cancel();
    await this.#rescuer.close();
  }

  readonly #onNotification = (kind: string): void => {
    if (kind === '' || this.#kinds.includes(kind)) this.#wake();
  };

  readonly #wake = (): void => {
    if (!this.#accepting) return;
    this.#wakeRequested = true;
    if (this.#claiming) return;
    this.#claiming = true;
    this.#timer?.cancel();
    this.#background.add(this.#claimWhileRequested());
  };

  async #claimWhileRequested(): Promise<void> {
    let sleepMs = 0;
    while (this.#wakeRequested) {
      this.#wakeRequested = false;
      try {
        sleepMs = await this.#claim();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'Jobs could not be claimed.');
        sleepMs = errorDelayMs;
      }
    }
    this.#claiming = false;
    if (this.#accepting) this.#timer = this.#options.clock.after(sleepMs, this.#wake);
  }

  /** Claims jobs up to the capacity. Returns the time to sleep, in ms. At capacity, the next claim starts when a job ends. */
  async #claim(): Promise<number> {
    const limit = this.#capacity - this.#running.size;
    if (!this.#accepting || limit <= 0) return maxSleepMs;
    const firstGroupId = this.#firstGroupId;
    const jobs = await claimJobs(this.#system, {
      kinds: this.#kinds,
      limit,
      owner: this.#options.owner,
      leaseMs: this.#leaseMs,
      firstGroupId,
    });
    for (const job of jobs) this.#startJob(job);
    this.#firstGroupId = nextGroupId(jobs);
    if (jobs.length === 0 && firstGroupId === '') return this.#sleepMs();
    this.#wakeRequested = true;
    return 0;
  }

  async #sleepMs(): Promise<number> {
    const dueMs = await nextDueMs(this.#system, this.#kinds);
    if (dueMs === undefined) return maxSleepMs;
    return Math.min(maxSleepMs, dueMs <= 0 ? contentionDelayMs : Math.ceil(dueMs));
  }

  #startJob(job: ClaimedJob): void {
    const lease = { id: job.id, owner: this.#options.owner, attempt: job.attempt };
    const abort = new AbortController();
    this.#running.set(job.id, { kind: job.kind, lease, abort });
    if (this.#closing !== undefined) abort.abort(this.#closing);
    this.#background.add(this.#runJob(job, lease, abort.signal));
  }

  async #runJob(job: ClaimedJob, lease: JobLease, signal: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    try {
      await this.#attempt(job, lease, signal);
    } catch (error) {
      if (error instanceof LeaseLostError)
        logger.warn({ job: job.id, kind: job.kind }, 'The lease of a job was lost.');
      else await this.#recordFailure(job, lease, error);
    } finally {
      this.#running.delete(job.id);
      this.#wake();
    }
  }

  async #attempt(job: ClaimedJob, lease: JobLease, signal: AbortSignal): Promise<void> {
    let completed = false;
    const context: JobContext = {
      signal,
      complete: async (tx) => {
        if (!(await completeJob(tx, lease))) throw new LeaseLostError(job);
        completed = true;
      },
    };
    await this.#options.handlers[job.kind]!.run(job, context);
    if (!completed) await context.complete(this.#system);
  }

  async #recordFailure(job: ClaimedJob, lease: JobLease, error: unknown): Promise<void> {
    const { logger, handlers } = this.#options;
    const handler = handlers[job.kind]!;
    const last = job.attempt >= (handler.maxAttempts ?? defaultMaxAttempts);
    const retryMs = last ? null : (handler.retryDelayMs?.(job.attempt) ?? this.#backOff(job.attempt));
    logger.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempt, retryMs }, 'A job failed.');
    const message = error instanceof Error ? error.message : String(error);
    await failJob(this.#system, { ...lease, error: message, retryMs }).catch((cause: unknown) => {
      // The rescuer handles the job after its lease expires.
      logger.error({ err: cause, job: job.id }, 'The failure of a job could not be recorded.');
    });
  }

  /** Exponential backoff up to one hour. A quarter of the delay is jitter, so that simultaneous failures do not retry simultaneously. */
  #backOff(attempt: number): number {
    const delayMs = Math.min(initialRetryMs * 2 ** (attempt - 1), maxRetryMs);
    return delayMs * (0.75 + 0.25 * (this.#options.random ?? systemRandom).fraction());
  }

  #scheduleRenewal(): void {
    this.#renewal = this.#options.clock.after(this.#leaseMs / 3, () => {
      this.#background.add(this.#renew());
      this.#scheduleRenewal();
    });
  }

  async #renew(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    const { owner, logger } = this.#options;
    try {
      const leases = running.map(({ lease }) => lease);
      const heldIds = await renewLeases(this.#system, { owner, leaseMs: this.#leaseMs, leases });
      for (const { kind, lease, abort } of running) {
        if (!heldIds.has(lease.id)) abort.abort(new LeaseLostError({ id: lease.id, kind }));
      }
    } catch (error) {
      logger.error({ err: error }, 'Job leases could not be renewed.');
    }
  }
}

/** Returns `firstGroupId` of the next claim: after the last group of these jobs, or '' if none of them has a group. */
function nextGroupId(jobs: readonly ClaimedJob[]): string {
  const groupIds = jobs.flatMap((job) => (job.groupId === null ? [] : [job.groupId])).toSorted();
  const last = groupIds.at(-1);
  return last === undefined ? '' : `${last}\u0001`;
}
