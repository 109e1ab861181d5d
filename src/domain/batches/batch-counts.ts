import type { JobOutcome, JobStatus } from './batch-state.ts';

/** The number of jobs of a batch by status. The statuses add up to `total`. */
export interface BatchCounts {
  readonly total: number;
  readonly pending: number;
  readonly dialing: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
  /** Jobs in which a person answered. */
  readonly connected: number;
}

/** The field of `BatchCounts` for each job status. */
export const countFieldOf = {
  pending: 'pending',
  dialing: 'dialing',
  in_progress: 'inProgress',
  completed: 'completed',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
} as const satisfies Record<JobStatus, keyof BatchCounts>;

const connectedOutcomes: ReadonlySet<JobOutcome> = new Set(['answered', 'transferred', 'opted_out']);

/** Returns whether a person answered. */
export const isConnected = (outcome: JobOutcome | null): boolean =>
  outcome !== null && connectedOutcomes.has(outcome);

/** Returns the progress from 0 to 100 with one decimal; 100 only if every job has ended. */
export function percentDone({ total, pending, dialing, inProgress }: BatchCounts): number {
  const open = pending + dialing + inProgress;
  if (total === 0 || open === 0) return 100;
  return Math.min(Math.floor(((total - open) / total) * 1000) / 10, 99.9);
}

/** Returns the estimated seconds until the last job ends, at this rate; null if no calls are made. */
export function secondsLeft(counts: BatchCounts, callsPerMinute: number): number | null {
  const open = counts.pending + counts.dialing + counts.inProgress;
  if (open === 0) return 0;
  return callsPerMinute === 0 ? null : Math.ceil((open * 60) / callsPerMinute);
}
