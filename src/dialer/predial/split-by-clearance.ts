import type { DueJob } from '../../store/dialing/find-due-jobs.ts';
import type { LockedBatch } from '../../store/dialing/lock-batch.ts';
import { checksOfBatchMax } from './predial-checks.ts';

/** Calls are checked this long before they are due; not much longer, since a clearance expires. */
const lookaheadSeconds = 10;

/** Jobs that need a predial check before their call. */
export interface RequiredChecks {
  readonly url: string;
  readonly jobs: readonly DueJob[];
}

type CheckingBatch = Pick<LockedBatch, 'predialUrl' | 'callsPerSecond'>;

/** Returns how many jobs to read for `count` calls now: more if further jobs are checked ahead. */
export function countJobsToSelect(
  { predialUrl, callsPerSecond }: CheckingBatch,
  { count, free }: { readonly count: number; readonly free: number },
): number {
  if (predialUrl === null) return count;
  const soon = Math.min(Math.ceil(callsPerSecond * lookaheadSeconds), checksOfBatchMax);
  return Math.max(count, Math.min(free, count + soon));
}

/**
 * Splits jobs into those that may be called and those that need a check first. Without a predial URL all may be called.
 */
export function splitByClearance<One extends { readonly job: DueJob }>(
  { predialUrl: url }: CheckingBatch,
  callable: readonly One[],
): { readonly cleared: readonly One[]; readonly check: RequiredChecks | undefined } {
  if (url === null) return { cleared: callable, check: undefined };
  const jobs = callable.filter(({ job }) => !job.isCleared).map(({ job }) => job);
  const cleared = callable.filter(({ job }) => job.isCleared);
  return { cleared, check: jobs.length === 0 ? undefined : { url, jobs } };
}
