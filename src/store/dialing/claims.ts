import type { BatchStatus, JobOutcome, WaitingReason } from '../../domain/batches/batch-state.ts';
import type { Customer } from '../../domain/call.ts';
import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { WorkspaceHours } from '../../domain/calling-hours/workspace-hours.ts';
import type { FreeInterval } from '../../domain/dialing/rate-schedule.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import type { BatchKey, BatchTerms } from '../batches/batches.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { suppressedSql } from '../suppressions.ts';

/** A batch and the current configuration of its calls. */
export interface LockedBatch extends WorkspaceHours, BatchTerms {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: BatchStatus;
  readonly waitingFor: WaitingReason;
  readonly scheduledAt: Date | null;
  /** Calling window of the batch, in addition to `callingWindow` of the workspace; null if it has none. */
  readonly batchWindow: CallingWindow | null;
  readonly fromNumbers: readonly string[];
  readonly maxConcurrency: number | null;
  readonly callsPerSecond: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** URL of the predial check; null if there is none. */
  readonly predialUrl: string | null;
  /** Signs the predial checks. Encrypted; null if they are not signed. */
  readonly predialSecret: string | null;
  /** Number of the plan's concurrent calls that the batch leaves free; null: the default of all batches. */
  readonly reservedConcurrency: number | null;
  /** Id of the API key or the user that created the batch. */
  readonly createdBy: string | null;
  /** Whether a test key started the batch. */
  readonly testOnly: boolean;
  readonly pending: number;
  /** Number of calls that are dialing or in progress. */
  readonly active: number;
  /** Number of jobs that have been dialed and do not wait for a retry. */
  readonly dialedJobs: number;
  readonly plan: RatePlan;
  readonly timezone: string;
  /** Incremented with each change of the workspace's calling hours. */
  readonly hoursVersion: number;
  readonly agentId: string;
  /** Null: the agent was deleted or is not active. */
  readonly agentVersion: number | null;
  readonly flowId: string | null;
  /** Null: the agent has no flow, or the flow is not active. */
  readonly flowVersion: number | null;
  readonly agentNumber: string | null;
  /** Active numbers of the batch and of the agent. */
  readonly activeNumbers: readonly string[];
  /** Whether any number of the workspace has a concurrency limit. */
  readonly hasNumberLimits: boolean;
}

const lockBatchStatement: Statement = {
  name: 'lock_batch_to_dial',
  text: `select batch.id, batch.workspace_id as "workspaceId", batch.status, waiting_for as "waitingFor",
      scheduled_at as "scheduledAt", calling_window as "batchWindow", from_numbers as "fromNumbers",
      max_concurrency as "maxConcurrency", calls_per_second as "callsPerSecond", metadata, api_key_id as "createdBy", test_only as "testOnly",
      predial_url as "predialUrl", predial_secret as "predialSecret", reserved_concurrency as "reservedConcurrency", batch.purpose, batch.consent,
      pending, dialing + in_progress as active, total - pending - skipped - cancelled as "dialedJobs",
      workspace.plan, workspace.timezone, workspace.calling_hours as "callingHours", own_window as "callingWindow", hours_version as "hoursVersion",
      batch.agent_id as "agentId", agent.version as "agentVersion", flow.id as "flowId", flow.version as "flowVersion",
      agent.phone_number as "agentNumber",
      array(select e164 from phone_numbers where workspace_id = $1 and status = 'active'
        and (e164 = any(from_numbers) or e164 = agent.phone_number)) as "activeNumbers",
      exists (select from phone_numbers where workspace_id = $1 and max_concurrency is not null) as "hasNumberLimits"
    from batches batch
      join workspaces workspace on workspace.id = batch.workspace_id
      left join agents agent on agent.workspace_id = $1 and agent.id = batch.agent_id
        and agent.status = 'active' and agent.type = 'voice'
      left join flows flow on flow.workspace_id = $1 and flow.id = agent.flow_id and flow.status = 'active'
    where batch.workspace_id = $1 and batch.id = $2
    for no key update of batch`,
};

/** Locks a batch before its jobs and calls. A concurrent request that pauses or cancels the batch waits for the transaction. */
export function lockBatchToDial(
  tx: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<LockedBatch | undefined> {
  return tx.row<LockedBatch>(lockBatchStatement, [workspaceId, batchId]);
}

export interface CallCounterQuery {
  readonly workspaceId: string;
  /** Trunks with a concurrency limit, which all workspaces share. */
  readonly trunks: readonly string[];
}

/** Counts of concurrent calls. */
export interface ActiveCallCounts {
  readonly ofWorkspace: number;
  /** Calls of all workspaces by trunk. */
  readonly ofTrunks: ReadonlyMap<string, number>;
}

/**
 * Id (`concurrency_counters.holder`) of the counter of one workspace on a trunk. The limit of the trunk applies to the sum of
 * all workspaces. The counter of the workspace itself has the id of the workspace.
 */
export const trunkCounterId = (trunk: string, workspaceId: string): string => `trunk:${trunk}/${workspaceId}`;

const lockCounters: Statement = {
  name: 'lock_call_counters',
  text: `select holder, active from concurrency_counters where workspace_id = $1 and holder = any($2)
    order by holder for update`,
};

const createCounters: Statement = {
  name: 'create_call_counters',
  text: `insert into concurrency_counters (holder, workspace_id, active)
    select holder, $1, 0 from unnest($2::text[]) holder order by holder on conflict do nothing`,
};

/** Sums a range of counters by their prefix: the character 0 follows the slash in the collation. */
const sum: Statement = {
  name: 'sum_trunk_calls',
  text: `select trunk, coalesce((select sum(active) from concurrency_counters
      where holder >= 'trunk:' || trunk || '/' and holder < 'trunk:' || trunk || '0'), 0)::integer as active
    from unnest($1::text[]) trunk`,
};

/**
 * Locks the counters of the workspace, in the order of their ids, until the transaction ends. The sums of all workspaces
 * are exact if the rate limit of the trunk is locked. `tx` is in the system's scope.
 */
export async function lockCallCounters(
  tx: Queryable,
  { workspaceId, trunks }: CallCounterQuery,
): Promise<ActiveCallCounts> {
  const counterIds = [workspaceId, ...trunks.map((trunk) => trunkCounterId(trunk, workspaceId))];
  let rows = await tx.rows<{ holder: string; active: number }>(lockCounters, [workspaceId, counterIds]);
  if (rows.length < counterIds.length) {
    await tx.execute(createCounters, [workspaceId, counterIds]);
    rows = await tx.rows(lockCounters, [workspaceId, counterIds]);
  }
  const ofWorkspace = rows.find(({ holder }) => holder === workspaceId)!.active;
  if (trunks.length === 0) return { ofWorkspace, ofTrunks: new Map() };
  const sums = await tx.rows<{ trunk: string; active: number }>(sum, [trunks]);
  return { ofWorkspace, ofTrunks: new Map(sums.map(({ trunk, active }) => [trunk, active])) };
}

const lockLimits: Statement = {
  name: 'lock_dial_rate_limits',
  text: `select scope, extract(epoch from next_at)::float8 * 1000 as "nextAtMs", gaps,
      extract(epoch from clock_timestamp())::float8 * 1000 as "lockedAtMs"
    from dial_rate_limits where scope = any($1) order by scope for update`,
};

const createLimits: Statement = {
  name: 'create_dial_rate_limits',
  text: `insert into dial_rate_limits (scope, next_at) select scope, now() from unnest($1::text[]) scope order by scope
    on conflict do nothing`,
};

const advance: Statement = {
  name: 'advance_dial_rate_limits',
  text: `update dial_rate_limits set next_at = to_timestamp(next_at_ms / 1000), gaps = moved_gaps::float8[]
    from unnest($1::text[], $2::float8[], $3::text[]) as moved (moved_scope, next_at_ms, moved_gaps)
    where scope = moved_scope`,
};

const purge: Statement = {
  name: 'purge_dial_rate_limits',
  text: `delete from dial_rate_limits where next_at < now() - interval '1 day'`,
};

export interface LockedRateLimits {
  /** Time of the lock on the database's clock, in Unix ms. The times in `free` are relative to it. */
  readonly lockedAtMs: number;
  /** The windows of each scope in which calls may start, in order. The last window has no end. */
  readonly free: ReadonlyMap<string, readonly FreeInterval[]>;
}

interface RateLimitRow {
  readonly scope: string;
  readonly nextAtMs: number;
  readonly gaps: readonly number[];
  readonly lockedAtMs: number;
}

/** Maximum number of free windows per scope; later ones are dropped. */
const maxWindows = 64;

/** Locks the rate limits of the scopes until the transaction ends. Requires at least one scope. */
export async function lockRateLimits(tx: Queryable, scopes: readonly string[]): Promise<LockedRateLimits> {
  let rows = await tx.rows<RateLimitRow>(lockLimits, [scopes]);
  if (rows.length < scopes.length) {
    await tx.execute(createLimits, [scopes]);
    rows = await tx.rows(lockLimits, [scopes]);
  }
  const lockedAtMs = Math.max(...rows.map((row) => row.lockedAtMs));
  return { lockedAtMs, free: new Map(rows.map((row) => [row.scope, freeWindowsOf(row, lockedAtMs)])) };
}

function freeWindowsOf({ nextAtMs, gaps }: RateLimitRow, lockedAtMs: number): FreeInterval[] {
  const free: FreeInterval[] = [];
  for (let index = 0; index < gaps.length; index += 2)
    free.push({ fromMs: gaps[index]! - lockedAtMs, toMs: gaps[index + 1]! - lockedAtMs });
  return [...free, { fromMs: nextAtMs - lockedAtMs, toMs: Infinity }];
}

/** Stores the remaining free windows of locked scopes. */
export async function advanceRateLimits(
  tx: Queryable,
  { lockedAtMs, free }: LockedRateLimits,
): Promise<void> {
  const windows = [...free.values()];
  const nextAtMs = windows.map((ofScope) => lockedAtMs + ofScope.at(-1)!.fromMs);
  const gaps = windows.map((ofScope) => {
    const ends = ofScope
      .slice(0, -1)
      .slice(0, maxWindows)
      .flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
    return `{${ends.map((ms) => lockedAtMs + ms).join(',')}}`;
  });
  await tx.execute(advance, [[...free.keys()], nextAtMs, gaps]);
}

/** Deletes scopes that dialed no call for a day. Returns the number of deleted scopes. `db` is the system's scope. */
export function purgeRateLimits(db: Queryable): Promise<number> {
  return db.execute(purge);
}

/** A due job, locked by the transaction that reads it. */
export interface DueJob {
  readonly id: string;
  /** PostgreSQL's ctid (physical location) of the job's row, valid while the row is locked. */
  readonly ctid: string;
  readonly phoneNumber: string;
  readonly attempt: number;
  readonly fromNumber: string | null;
  /** Whether the job has a `fromNumber` that is not an active number of the workspace. */
  readonly isFromNumberInactive: boolean;
  readonly customer: Customer;
  readonly dynamic: Readonly<Record<string, string>>;
  readonly overrides: { readonly language?: string; readonly firstMessage?: string } | null;
  /** Whether the predial check of the next call has passed and its clearance is valid. */
  readonly isCleared: boolean;
  /** Number of consecutive predial checks without a usable response. */
  readonly predialFailures: number;
  /** Whether the number is suppressed. */
  readonly suppressed: boolean;
}

const findDueJobsStatement: Statement = {
  name: 'find_due_batch_jobs',
  text: `select id, ctid::text as ctid, phone_number as "phoneNumber", attempt, from_number as "fromNumber", customer, dynamic, overrides,
      cleared_attempt is not distinct from attempt + 1 and cleared_until > $3 as "isCleared", predial_failures as "predialFailures",
      ${suppressedSql(`'voice'`, 'phone_number')} as suppressed,
      from_number is not null and not exists (select from phone_numbers
        where phone_numbers.workspace_id = $1 and e164 = from_number and phone_numbers.status = 'active') as "isFromNumberInactive"
    from batch_jobs
    where workspace_id = $1 and batch_id = $2 and status = 'pending' and run_at <= $3 and id <> all($4)
    order by run_at, id limit $5 for update skip locked`,
};

/** Locks and returns the first due jobs in the order of their due times. Skips jobs that are locked. */
export function findDueJobs(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    at,
    except,
    limit,
  }: BatchKey & { readonly at: Date; readonly except: readonly string[]; readonly limit: number },
): Promise<DueJob[]> {
  return tx.rows<DueJob>(findDueJobsStatement, [workspaceId, batchId, at, except, limit]);
}

/** New state of a job that is not dialed now. */
export type SettledJob = Pick<DueJob, 'ctid'> &
  /** `pending`: deferred to its calling hours. `detail` is set if the hours never allow the job; `runAt` is then the next check. */
  (
    | { readonly to: 'pending'; readonly runAt: Date; readonly detail: string | null }
    | { readonly to: 'skipped'; readonly outcome: JobOutcome; readonly detail: string }
    | { readonly to: 'failed'; readonly outcome: JobOutcome; readonly detail: string }
  );

/**
 * Finds jobs by ctid: without statistics, the planner assumes that a new batch is small, and would read all of it.
 */
const settleJobsStatement: Statement = {
  name: 'settle_batch_jobs',
  text: `update batch_jobs job set status = settled.status, outcome = coalesce(settled.outcome, job.outcome),
      detail = case when settled.status = 'pending' then job.detail else settled.detail end,
      deferred_detail = case when settled.status = 'pending' then settled.detail end,
      run_at = coalesce(settled.run_at, job.run_at), updated_at = $2,
      skip_reason = case when settled.status = 'skipped' then 'suppressed' end,
      ended_at = case when settled.status <> 'pending' then $2::timestamptz end,
      deferred_by = case when settled.status = 'pending' then $8::integer end
    from unnest($3::tid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
      as settled (tid, status, outcome, detail, run_at)
    where job.workspace_id = $1 and job.ctid = settled.tid`,
};

export interface SettleTerms {
  readonly workspaceId: string;
  readonly at: Date;
  /** Version of the calling hours that the decision used. */
  readonly hoursVersion: number;
}

/** Updates jobs in the transaction that locked them and their batch. */
export async function settleJobs(
  tx: Queryable,
  { workspaceId, at, hoursVersion }: SettleTerms,
  jobs: readonly SettledJob[],
): Promise<void> {
  await tx.execute(settleJobsStatement, [
    workspaceId,
    at,
    jobs.map(({ ctid }) => ctid),
    jobs.map(({ to }) => to),
    jobs.map((job) => (job.to === 'pending' ? null : job.outcome)),
    jobs.map(({ detail }) => detail),
    jobs.map((job) => (job.to === 'pending' ? job.runAt : null)),
    hoursVersion,
  ]);
}

const recordWaitingReasonStatement: Statement = {
  name: 'record_batch_waiting_reason',
  text: `update batches set waiting_for = $3, status_detail = $5, updated_at = $4
    where workspace_id = $1 and id = $2 and (waiting_for, status_detail) is distinct from ($3, $5)`,
};

export interface WaitingReasonChange extends BatchKey {
  readonly waitingFor: WaitingReason;
  /** Instructions, as shown to users, if the batch cannot continue unless a user changes a setting. */
  readonly detail?: string | null;
  readonly at: Date;
}

/** Records the reason why a locked batch waits. */
export async function recordWaitingReason(
  tx: Queryable,
  { workspaceId, batchId, waitingFor, detail = null, at }: WaitingReasonChange,
): Promise<void> {
  await tx.execute(recordWaitingReasonStatement, [workspaceId, batchId, waitingFor, at, detail]);
}
