import type { Queryable } from '../store/database.ts';

/** Due work that a worker holds under a lease. */
export interface Job<Payload = unknown> {
  readonly id: number;
  readonly kind: string;
  readonly workspaceId: string | null;
  readonly key: string | null;
  readonly payload: Payload;
  /** From 1: how often it has been begun, this time included. */
  readonly attempt: number;
}

export interface JobContext {
  /** Aborted when the lease is lost or the runner closes: stop, and change nothing any more. */
  readonly signal: AbortSignal;
  /**
   * Completes the job within the transaction of its result, so that both are or neither. Throws `LeaseLost` when another
   * worker has the job by now. Optional: a job whose `run` resolves is completed anyway.
   */
  complete(tx: Queryable): Promise<void>;
}

/** What is done for one kind of job. A job may be begun twice: `run` finds out what the first time achieved. */
export interface JobHandler<Payload = unknown> {
  run(job: Job<Payload>, context: JobContext): Promise<void>;
  /**
   * What happens when the worker dies or stalls in the middle: `redo` begins it again; `unknown` leaves it for a person,
   * because what it began may have happened.
   */
  readonly whenLost: 'redo' | 'unknown';
  /** Told once, by whichever worker noticed, that a job has become `unknown`. */
  onUnknown?(job: Job<Payload>): Promise<void>;
  /** After so many it is `failed` (10). */
  readonly attemptsMax?: number;
  /** Until the next attempt after this one failed; else 1 s, doubled each time up to an hour, with jitter. */
  retryDelayMs?(attempt: number): number;
}

/** Another worker holds the job: nothing that was done for it here may be committed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(job: Pick<Job, 'id' | 'kind'>) {
    super(`The lease of job ${job.id} (${job.kind}) was lost.`);
  }
}

/** A worker's hold on a job: without all three nothing is completed, failed or renewed. */
export interface Hold {
  readonly id: number;
  readonly owner: string;
  readonly attempt: number;
}
