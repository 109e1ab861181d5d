import { BackgroundWork } from '../core/background-work.ts';
import type { Clock, Timer } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { systemRandom, type Random } from '../core/random.ts';
import type { Database, Scope } from '../store/database.ts';
import { claimJobs, type ClaimedJob } from './claim-jobs.ts';
import { completeJob } from './complete-job.ts';
import { jobsChannel } from './enqueue-job.ts';
import { failJob } from './fail-job.ts';
import { LeaseLost, type Hold, type JobContext, type JobHandler } from './job.ts';
import { JobRescuer } from './job-rescuer.ts';
import { nextDueMs } from './next-due.ts';
import { renewLeases } from './renew-leases.ts';

export interface JobRunnerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Jitter of retries. */
  readonly random?: Random;
  /** This process, and no other that ever was: the node's id. */
  readonly owner: string;
  /** By kind; other kinds are left to other workers. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Jobs at once, at most (50). */
  readonly capacity?: number;
  /** How long a dead worker keeps its jobs from others (10,000 ms). */
  readonly leaseMs?: number;
}

export interface JobRunner {
  /** Jobs under way. */
  readonly running: number;
  start(): void;
  /** Takes no new jobs; resolves when those under way are done. */
  drain(): Promise<void>;
  /** Aborts what is under way and waits until it has stopped. Safe to call twice. */
  close(): Promise<void>;
}

const attemptsMax = 10;
const retryMsFirst = 1_000;
const retryMsMax = 3_600_000;
/** A notice may be lost with the connection that would have brought it. */
const sleepMsMax = 10_000;
/** A due job that another claim holds just now. */
const contendedMs = 20;
const troubleMs = 1_000;

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  return new LeasingJobRunner(options);
}

interface Running {
  readonly hold: Hold;
  readonly abort: AbortController;
}

class LeasingJobRunner implements JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #system: Scope;
  readonly #kinds: readonly string[];
  readonly #capacity: number;
  readonly #leaseMs: number;
  readonly #rescuer: JobRescuer;
  readonly #running = new Map<number, Running>();
  /** `close` waits for it. */
  readonly #background = new BackgroundWork();
  #groupsFrom = '';
  #timer: Timer | undefined;
  #renewal: Timer | undefined;
  #unlisten: (() => void) | undefined;
  #claiming = false;
  #woken = false;
  #accepting = false;
  #closing: Error | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#system = options.db.asSystem();
    this.#kinds = Object.keys(options.handlers);
    this.#capacity = options.capacity ?? 50;
    this.#leaseMs = options.leaseMs ?? 10_000;
    this.#rescuer = new JobRescuer({ ...options, attemptsMax, everyMs: this.#leaseMs / 2 });
  }

  get running(): number {
    return this.#running.size;
  }

  start(): void {
    if (this.#unlisten !== undefined) return;
    this.#accepting = true;
    this.#unlisten = this.#options.db.listen(jobsChannel, this.#wake, this.#wake);
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

  readonly #wake = (): void => {
    if (!this.#accepting) return;
    this.#woken = true;
    if (this.#claiming) return;
    this.#claiming = true;
    this.#timer?.cancel();
    this.#background.add(this.#claimUntilQuiet());
  };

  async #claimUntilQuiet(): Promise<void> {
    let sleepMs = 0;
    while (this.#woken) {
      this.#woken = false;
      try {
        sleepMs = await this.#claim();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'Jobs could not be claimed.');
        sleepMs = troubleMs;
      }
    }
    this.#claiming = false;
    if (this.#accepting) this.#timer = this.#options.clock.after(sleepMs, this.#wake);
  }

  /** Takes what there is room for; how long to sleep then. At capacity the next completion wakes. */
  async #claim(): Promise<number> {
    const limit = this.#capacity - this.#running.size;
    if (!this.#accepting || limit <= 0) return sleepMsMax;
    const groupsFrom = this.#groupsFrom;
    const jobs = await claimJobs(this.#system, {
      kinds: this.#kinds,
      limit,
      owner: this.#options.owner,
      leaseMs: this.#leaseMs,
      groupsFrom,
    });
    for (const job of jobs) this.#begin(job);
    this.#groupsFrom = groupAfter(jobs);
    if (jobs.length === 0 && groupsFrom === '') return this.#sleepMs();
    this.#woken = true;
    return 0;
  }

  async #sleepMs(): Promise<number> {
    const dueMs = await nextDueMs(this.#system, this.#kinds);
    if (dueMs === undefined) return sleepMsMax;
    return Math.min(sleepMsMax, dueMs <= 0 ? contendedMs : Math.ceil(dueMs));
  }

  #begin(job: ClaimedJob): void {
    const hold = { id: job.id, owner: this.#options.owner, attempt: job.attempt };
    const abort = new AbortController();
    this.#running.set(job.id, { hold, abort });
    if (this.#closing !== undefined) abort.abort(this.#closing);
    this.#background.add(this.#carryOut(job, hold, abort.signal));
  }

  async #carryOut(job: ClaimedJob, hold: Hold, signal: AbortSignal): Promise<void> {
    const { logger } = this.#options;
    try {
      await this.#attempt(job, hold, signal);
    } catch (error) {
      if (error instanceof LeaseLost) logger.warn({ job: job.id, kind: job.kind }, error.message);
      else await this.#recordFailure(job, hold, error);
    } finally {
      this.#running.delete(job.id);
      this.#wake();
    }
  }

  async #attempt(job: ClaimedJob, hold: Hold, signal: AbortSignal): Promise<void> {
    let completed = false;
    const context: JobContext = {
      signal,
      complete: async (tx) => {
        if (!(await completeJob(tx, hold))) throw new LeaseLost(job);
        completed = true;
      },
    };
    await this.#options.handlers[job.kind]!.run(job, context);
    if (!completed) await context.complete(this.#system);
  }

  async #recordFailure(job: ClaimedJob, hold: Hold, error: unknown): Promise<void> {
    const { logger, handlers } = this.#options;
    const handler = handlers[job.kind]!;
    const last = job.attempt >= (handler.attemptsMax ?? attemptsMax);
    const retryMs = last ? null : (handler.retryDelayMs?.(job.attempt) ?? this.#backOff(job.attempt));
    logger.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempt, retryMs }, 'A job failed.');
    const message = error instanceof Error ? error.message : String(error);
    await failJob(this.#system, { ...hold, error: message, retryMs }).catch((cause: unknown) => {
      // The lease runs out, and the rescuer takes the job.
      logger.error({ err: cause, job: job.id }, 'The failure of a job could not be recorded.');
    });
  }

  /** Doubles up to an hour; the last quarter is chance, so that failures that came together do not return together. */
  #backOff(attempt: number): number {
    const delayMs = Math.min(retryMsFirst * 2 ** (attempt - 1), retryMsMax);
    return delayMs * (0.75 + 0.25 * (this.#options.random ?? systemRandom).fraction());
  }

  #scheduleRenewal(): void {
    this.#renewal = this.#options.clock.after(this.#leaseMs / 3, () => {
      this.#background.add(this.#renew());
      this.#scheduleRenewal();
    });
  }

  async #renew(): Promise<void> {
    const held = [...this.#running.values()];
    if (held.length === 0) return;
    const { owner, logger } = this.#options;
    try {
      const holds = held.map(({ hold }) => hold);
      const ours = await renewLeases(this.#system, { owner, leaseMs: this.#leaseMs, held: holds });
      for (const { hold, abort } of held) {
        if (!ours.has(hold.id)) abort.abort(new LeaseLost({ id: hold.id, kind: 'held' }));
      }
    } catch (error) {
      logger.error({ err: error }, 'Leases of jobs could not be renewed.');
    }
  }
}

/** From which group the next claim goes on: behind the last that was served, or from the first again. */
function groupAfter(jobs: readonly ClaimedJob[]): string {
  const served = jobs.flatMap((job) => (job.groupId === null ? [] : [job.groupId])).toSorted();
  const last = served.at(-1);
  return last === undefined ? '' : `${last}\u0001`;
}
