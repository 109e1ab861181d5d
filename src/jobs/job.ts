import type { Queryable } from '../store/database.ts';

/** A job that a worker has claimed under a lease. */
export interface Job<Payload = unknown> {
  readonly id: number;
  readonly kind: string;
  readonly workspaceId: string | null;
  readonly key: string | null;
  readonly payload: Payload;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

export interface JobContext {
  /** Aborted when the lease is lost or the runner closes. The handler must stop and change nothing more. */
  readonly signal: AbortSignal;
  /**
   * Completes the job in the transaction of its result, so that both are committed or neither. Throws `LeaseLostError` if this
   * worker no longer has the lease. Optional: without it, the job is completed when `run` resolves.
   */
  complete(tx: Queryable): Promise<void>;
}

/** Runs one kind of job. A job may run more than once, so `run` must check the effects of earlier attempts. */
export interface JobHandler<Payload = unknown> {
  run(job: Job<Payload>, context: JobContext): Promise<void>;
  /**
   * Handling of a job whose worker dies or stalls: `retry` runs it again; `unknown` leaves it to an operator, because its
   * effect may have happened.
   */
  readonly onWorkerLost: 'retry' | 'unknown';
  /** Called at most once, on the worker that rescued the job, after it became `unknown`. */
  onUnknown?(job: Job<Payload>): Promise<void>;
  /** Number of attempts after which the job is `failed`. Defaults to 10. */
  readonly maxAttempts?: number;
  /** Returns the delay after this failed attempt. Defaults to 1 s, doubled after each attempt up to one hour, with jitter. */
  retryDelayMs?(attempt: number): number;
}

/** Thrown when this worker no longer has the lease of the job. The worker must not commit any result of the job. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(job: Pick<Job, 'id' | 'kind'>) {
    super(`The lease of job ${job.id} (${job.kind}) was lost.`);
  }
}

/** A worker's lease of a job. Completion, failure and renewal apply only if all three fields match. */
export interface JobLease {
  readonly id: number;
  readonly owner: string;
  readonly attempt: number;
}
