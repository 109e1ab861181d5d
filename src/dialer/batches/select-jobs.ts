import { limitPeriodMaxMs } from '../../domain/calling-hours/calling-rule.ts';
import type { CallTerms } from '../../domain/calling-hours/purpose.ts';
import type { BatchKey } from '../../store/batches/batches.ts';
import { type DueJob, findDueJobs, type LockedBatch, type SettledJob } from '../../store/dialing/claims.ts';
import type { Queryable } from '../../store/queryable.ts';
import { findEarlierCalls } from '../../store/calls/calls.ts';
import type { CallingPermission, Permission } from '../calling-permission.ts';

/**
 * Maximum number of jobs that one claim reads: enough to defer many jobs outside their calling hours, and few enough to
 * hold locks briefly.
 */
const maxJobs = 500;

/** A job that may be called now, and the rules that allow it. */
export interface CallableJob {
  readonly job: DueJob;
  readonly evidence: Readonly<Record<string, unknown>>;
  /**
   * Times of the calls to the job's number in the last 30 days, in Unix ms, including this and the other calls of the
   * claim. Undefined if no rule counts earlier calls.
   */
  readonly recentCallsMs?: readonly number[] | undefined;
}

/** Decisions on the due jobs. */
export interface SelectedJobs {
  readonly callable: readonly CallableJob[];
  readonly settled: readonly SettledJob[];
  /** Whether further jobs may be due. */
  readonly hasMore: boolean;
}

export interface JobSelection extends BatchKey {
  readonly terms: CallTerms;
  readonly batch: Pick<LockedBatch, 'batchWindow' | 'callingHours' | 'callingWindow'>;
  readonly at: Date;
  /** Maximum number of jobs to call; at least 1. */
  readonly count: number;
}

/**
 * Returns the next jobs that may be called, at most `count`, and the results of jobs that must not be called. Limits of
 * calls per number are exact, because `ClaimCapacity.lock` has locked the workspace's call counter, so that no other
 * call of the workspace can start.
 */
export async function selectJobs(
  tx: Queryable,
  selection: JobSelection,
  permission: CallingPermission,
): Promise<SelectedJobs> {
  const { workspaceId, batchId, batch, count, terms, at } = selection;
  const { batchWindow, callingHours, callingWindow: workspaceHours } = batch;
  const hours = { ...terms, window: batchWindow, workspaceHours, callingHours, nowMs: at.getTime() };
  const callable: CallableJob[] = [];
  const settled: SettledJob[] = [];
  const readIds: string[] = [];
  const earlierCalls: EarlierCalls = new Map();
  for (let limit = Math.min(count, maxJobs); limit > 0; limit = maxJobs - readIds.length) {
    const found = await findDueJobs(tx, { workspaceId, batchId, at, except: readIds, limit });
    await loadEarlierCalls(tx, selection, { jobs: found, earlierCalls, permission });
    for (const job of found) {
      const calls = earlierCalls.get(job.phoneNumber);
      const call = { ...hours, ...calleeOf(job), recentCallsMs: calls };
      const decision = decide(job, at.getTime(), (changes) => permission.decide({ ...call, ...changes }));
      if (!('evidence' in decision)) settled.push(decision);
      else if (callable.length < count) {
        // This call counts towards the limit of a later row with the same number.
        calls?.push(at.getTime());
        callable.push({ ...decision, recentCallsMs: calls });
      }
    }
    readIds.push(...found.map(({ id }) => id));
    if (found.length < limit) return { callable, settled, hasMore: callable.length === count };
    if (callable.length === count) break;
  }
  return { callable, settled, hasMore: true };
}

const calleeOf = ({ phoneNumber: number, customer: { timezone, region } }: DueJob) => ({
  number,
  customerZone: timezone,
  customerRegion: region,
});

/** Earlier calls (Unix ms) by number, for numbers whose calls a rule counts. */
type EarlierCalls = Map<string, number[]>;

interface EarlierCallsToLoad {
  readonly jobs: readonly DueJob[];
  readonly earlierCalls: EarlierCalls;
  readonly permission: CallingPermission;
}

/** Loads into `earlierCalls` the calls to the numbers of `jobs`, for numbers whose calls a rule counts. */
async function loadEarlierCalls(
  tx: Queryable,
  { workspaceId, at, terms }: Pick<JobSelection, 'workspaceId' | 'at' | 'terms'>,
  { jobs, earlierCalls, permission }: EarlierCallsToLoad,
): Promise<void> {
  const numbers = jobs
    .filter(
      (job) =>
        !earlierCalls.has(job.phoneNumber) && permission.countsEarlierCalls({ ...calleeOf(job), ...terms }),
    )
    .map(({ phoneNumber }) => phoneNumber);
  if (numbers.length === 0) return;
  const since = new Date(at.getTime() - limitPeriodMaxMs);
  const calls = await findEarlierCalls(tx, { workspaceId, numbers, since, at });
  for (const number of numbers)
    earlierCalls.set(
      number,
      (calls.get(number) ?? []).map((date) => date.getTime()),
    );
}

/** Delay before the next check of a row that the workspace's calling hours never allow. They may be changed meanwhile. */
const blockedByWorkspaceRetryMs = 86_400_000;

/**
 * Returns the decision about one job. A suppressed number is skipped. A number that may be called later is
 * deferred, also if only a change of the workspace's calling hours can allow it. A number that can never be called fails.
 */
function decide(
  job: DueJob,
  nowMs: number,
  decideWith: (changes?: { readonly workspaceHours: null }) => Permission,
): CallableJob | SettledJob {
  const { ctid } = job;
  if (job.suppressed)
    return { ctid, to: 'skipped', outcome: 'dnc', detail: 'The number is on the do-not-call list.' };
  const permission = decideWith();
  if (permission.allowed) return { job, evidence: permission.evidence };
  const { nextAllowedAt, detail } = permission;
  if (nextAllowedAt !== null) return { ctid, to: 'pending', runAt: nextAllowedAt, detail: null };
  const withoutWorkspaceHours = decideWith({ workspaceHours: null });
  if (withoutWorkspaceHours.allowed || withoutWorkspaceHours.nextAllowedAt !== null)
    return { ctid, to: 'pending', runAt: new Date(nowMs + blockedByWorkspaceRetryMs), detail };
  return { ctid, to: 'failed', outcome: 'failed', detail };
}
