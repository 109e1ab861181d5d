import type { DueJob, LockedBatch } from '../../store/dialing/claims.ts';
import { maxChecksOfBatch } from './predial-checks.ts';

/** How long before its due time a call is checked. A much earlier clearance would expire before the call. */
const lookaheadSeconds = 10;

/** Jobs that need a predial check before their call. */
export interface RequiredChecks {
  readonly url: string;
  /** Encrypted; null if the checks are not signed. */
  readonly secret: string | null;
  readonly jobs: readonly DueJob[];
}

/**
 * Returns the number of jobs to read for `count` calls. A batch with predial checks also reads the jobs that are checked
 * ahead of their calls, up to `free` jobs in total.
 */
export function countJobsToSelect(
  { predialUrl, callsPerSecond }: Pick<LockedBatch, 'predialUrl' | 'callsPerSecond'>,
  { count, free }: { readonly count: number; readonly free: number },
): number {
  if (predialUrl === null) return count;
  const ahead = Math.min(Math.ceil(callsPerSecond * lookaheadSeconds), maxChecksOfBatch);
  return Math.max(count, Math.min(free, count + ahead));
}

/** Splits jobs into cleared ones and ones that need a predial check. Without a predial URL all jobs are cleared. */
export function splitByClearance<Callable extends { readonly job: DueJob }>(
  { predialUrl: url, predialSecret: secret }: Pick<LockedBatch, 'predialUrl' | 'predialSecret'>,
  callable: readonly Callable[],
): { readonly cleared: readonly Callable[]; readonly requiredChecks: RequiredChecks | undefined } {
  if (url === null) return { cleared: callable, requiredChecks: undefined };
  const jobs = callable.filter(({ job }) => !job.isCleared).map(({ job }) => job);
  const cleared = callable.filter(({ job }) => job.isCleared);
  return { cleared, requiredChecks: jobs.length === 0 ? undefined : { url, secret, jobs } };
}
