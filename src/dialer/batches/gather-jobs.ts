import { limitPeriodMaxMs } from '../../domain/calling-hours/calling-rule.ts';
import type { CallTerms } from '../../domain/calling-hours/purpose.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';
import { findDueJobs, type DueJob } from '../../store/dialing/find-due-jobs.ts';
import type { HeldBatch } from '../../store/dialing/hold-batch.ts';
import type { JobSettled } from '../../store/dialing/settle-jobs.ts';
import type { Queryable } from '../../store/queryable.ts';
import { findEarlierCalls } from '../../store/calls/find-earlier-calls.ts';
import type { CallingPermission, Permission } from '../calling-permission.ts';

/** Jobs that one claim looks at, at most: those of a night are put off soon, and nobody waits long for its locks. */
const jobsMax = 500;

/** A job that may be called now, and by which rules. */
export interface CallableJob {
  readonly job: DueJob;
  readonly evidence: Readonly<Record<string, unknown>>;
  /** When its number was called in the last 30 days (Unix ms), this call included, where a rule counts that. */
  readonly earlierCallsMs?: readonly number[] | undefined;
}

/** What was decided on the jobs that are due. */
export interface GatheredJobs {
  readonly callable: readonly CallableJob[];
  readonly settled: readonly JobSettled[];
  /** Whether others may be due that were not looked at. */
  readonly isMore: boolean;
}

export interface JobsWanted extends WhichBatch {
  readonly terms: CallTerms;
  readonly batch: Pick<HeldBatch, 'window' | 'callingHours' | 'callingWindow'>;
  readonly at: Date;
  /** 1 or more. */
  readonly count: number;
}

/**
 * The next jobs that may be called, `count` at most; it looks past those that may not be. Exact for limits of calls to one number, as the
 * workspace's counter of calls is held: no other call of the workspace begins meanwhile.
 */
export async function gatherJobs(
  tx: Queryable,
  wanted: JobsWanted,
  permission: CallingPermission,
): Promise<GatheredJobs> {
  const { batch, count, terms, ...which } = wanted;
  const { window, callingHours, callingWindow: workspaceHours } = batch;
  const hours = { ...terms, window, workspaceHours, callingHours, nowMs: which.at.getTime() };
  const callable: CallableJob[] = [];
  const settled: JobSettled[] = [];
  const seen: string[] = [];
  const counted: CountedCalls = new Map();
  for (let limit = Math.min(count, jobsMax); limit > 0; limit = jobsMax - seen.length) {
    const found = await findDueJobs(tx, { ...which, except: seen, limit });
    await countCalls(tx, wanted, { jobs: found, counted, permission });
    for (const job of found) {
      const calls = counted.get(job.phoneNumber);
      const asked = { ...hours, ...calleeOf(job), earlierCallsMs: calls };
      const choice = decide(job, which.at.getTime(), (changes) =>
        permission.decide({ ...asked, ...changes }),
      );
      if (!('evidence' in choice)) settled.push(choice);
      else if (callable.length < count) {
        // It counts for a later row with the same number.
        calls?.push(which.at.getTime());
        callable.push({ ...choice, earlierCallsMs: calls });
      }
    }
    seen.push(...found.map(({ id }) => id));
    if (found.length < limit) return { callable, settled, isMore: callable.length === count };
    if (callable.length === count) break;
  }
  return { callable, settled, isMore: true };
}

const calleeOf = ({ phoneNumber: number, customer: { timezone, region } }: DueJob) => ({
  number,
  customerZone: timezone,
  customerRegion: region,
});

/** By number: when it was called (Unix ms), of the numbers whose calls a rule counts. */
type CountedCalls = Map<string, number[]>;

interface CallsToCount {
  readonly jobs: readonly DueJob[];
  readonly counted: CountedCalls;
  readonly permission: CallingPermission;
}

/** Adds the numbers of the jobs. */
async function countCalls(
  tx: Queryable,
  { workspaceId, at, terms }: Pick<JobsWanted, 'workspaceId' | 'at' | 'terms'>,
  { jobs, counted, permission }: CallsToCount,
): Promise<void> {
  const numbers = jobs
    .filter((job) => !counted.has(job.phoneNumber) && permission.countsCalls({ ...calleeOf(job), ...terms }))
    .map(({ phoneNumber }) => phoneNumber);
  if (numbers.length === 0) return;
  const since = new Date(at.getTime() - limitPeriodMaxMs);
  const calls = await findEarlierCalls(tx, { workspaceId, numbers, since });
  for (const number of numbers)
    counted.set(
      number,
      (calls.get(number) ?? []).map((date) => date.getTime()),
    );
}

/** Until somebody is looked at again who may never be called in the workspace's hours as they are. */
const otherHoursMs = 86_400_000;

/**
 * Who is not to be called is skipped; who may not be called at this time of day waits for it, and for other hours of the workspace where
 * only these keep them from being called for good; who never may has failed.
 */
function decide(
  job: DueJob,
  nowMs: number,
  ask: (changes?: { readonly workspaceHours: null }) => Permission,
): CallableJob | JobSettled {
  const { tid } = job;
  if (job.suppressed)
    return { tid, to: 'skipped', outcome: 'dnc', detail: 'This number is not to be called.' };
  const permission = ask();
  if (permission.allowed) return { job, evidence: permission.evidence };
  const { nextAllowedAt, detail } = permission;
  if (nextAllowedAt !== null) return { tid, to: 'pending', runAt: nextAllowedAt, detail: null };
  const inOtherHours = ask({ workspaceHours: null });
  if (inOtherHours.allowed || inOtherHours.nextAllowedAt !== null)
    return { tid, to: 'pending', runAt: new Date(nowMs + otherHoursMs), detail };
  return { tid, to: 'failed', outcome: 'failed', detail };
}
