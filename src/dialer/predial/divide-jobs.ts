import type { DueJob } from '../../store/dialing/find-due-jobs.ts';
import type { HeldBatch } from '../../store/dialing/hold-batch.ts';
import { checksOfBatchMax } from './predial-checks.ts';

/** Calls are asked about so long before it is their turn; not much longer, since what was answered grows old. */
const aheadSeconds = 10;

/** Jobs that somebody is to be asked about before they are called. */
export interface ChecksWanted {
  readonly url: string;
  readonly jobs: readonly DueJob[];
}

type AskingBatch = Pick<HeldBatch, 'predialUrl' | 'callsPerSecond'>;

/** How many jobs to look at for so many calls now: more where others are asked about meanwhile. */
export function jobsWanted(
  { predialUrl, callsPerSecond }: AskingBatch,
  { count, free }: { readonly count: number; readonly free: number },
): number {
  if (predialUrl === null) return count;
  const soon = Math.min(Math.ceil(callsPerSecond * aheadSeconds), checksOfBatchMax);
  return Math.max(count, Math.min(free, count + soon));
}

/** Those that may be called, and those that are asked about first. Where nobody is to be asked, all may be called. */
export function divideJobs<One extends { readonly job: DueJob }>(
  { predialUrl: url }: AskingBatch,
  callable: readonly One[],
): { readonly cleared: readonly One[]; readonly check: ChecksWanted | undefined } {
  if (url === null) return { cleared: callable, check: undefined };
  const jobs = callable.filter(({ job }) => !job.isCleared).map(({ job }) => job);
  const cleared = callable.filter(({ job }) => job.isCleared);
  return { cleared, check: jobs.length === 0 ? undefined : { url, jobs } };
}
