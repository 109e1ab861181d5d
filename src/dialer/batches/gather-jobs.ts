import { countedMs } from '../../domain/calling-hours/calling-rule.ts';
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
}

/** What was decided on the jobs that are due. */
export interface GatheredJobs {
  readonly callable: readonly CallableJob[];
  readonly settled: readonly JobSettled[];
  /** Whether others may be due that were not looked at. */
  readonly isMore: boolean;
}

export interface JobsWanted extends WhichBatch {
  readonly batch: Pick<HeldBatch, 'window' | 'callingHours' | 'callingWindow'>;
  readonly at: Date;
  /** 1 or more. */
  readonly count: number;
}

/** The next jobs that may be called, `count` at most; it looks past those that may not be. */
export async function gatherJobs(
  tx: Queryable,
  { batch, count, ...which }: JobsWanted,
  permission: CallingPermission,
): Promise<GatheredJobs> {
  const callable: CallableJob[] = [];
  const settled: JobSettled[] = [];
  const seen: string[] = [];
  for (let limit = Math.min(count, jobsMax); limit > 0; limit = jobsMax - seen.length) {
    const found = await findDueJobs(tx, { ...which, except: seen, limit });
    const earlier = await findCounted(tx, which, found, permission);
    for (const job of found) {
      const { window, callingHours, callingWindow: workspaceHours } = batch;
      const { phoneNumber: number, customer } = job;
      const hours = { window, workspaceHours, callingHours };
      const terms = { ...hours, nowMs: which.at.getTime(), earlierCallsMs: earlier.get(number) };
      const asked = { ...terms, number, customerZone: customer.timezone };
      const choice = decide(job, which.at.getTime(), (changes) =>
        permission.decide({ ...asked, ...changes }),
      );
      if (!('evidence' in choice)) settled.push(choice);
      else if (callable.length < count) callable.push(choice);
    }
    seen.push(...found.map(({ id }) => id));
    if (found.length < limit) return { callable, settled, isMore: callable.length === count };
    if (callable.length === count) break;
  }
  return { callable, settled, isMore: true };
}

/** By number: when it was called before (Unix ms), where a rule counts that. */
async function findCounted(
  tx: Queryable,
  { workspaceId, at }: Pick<JobsWanted, 'workspaceId' | 'at'>,
  jobs: readonly DueJob[],
  permission: CallingPermission,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const numbers = jobs
    .map(({ phoneNumber }) => phoneNumber)
    .filter((number) => permission.countsCalls(number));
  if (numbers.length === 0) return new Map();
  const since = new Date(at.getTime() - countedMs);
  const calls = await findEarlierCalls(tx, { workspaceId, numbers, since });
  return new Map([...calls].map(([number, dates]) => [number, dates.map((date) => date.getTime())]));
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
