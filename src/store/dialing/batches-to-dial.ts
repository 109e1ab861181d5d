import type { BatchKey } from '../batches/batches.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** A batch that has calls to dial, now or later. */
export interface BatchToDial {
  readonly batchId: string;
  readonly workspaceId: string;
  readonly scheduledAt: Date | null;
}

const batchColumns = `id as "batchId", workspace_id as "workspaceId", scheduled_at as "scheduledAt"`;

const all: Statement = {
  name: 'list_batches_to_dial',
  text: `select ${batchColumns} from batches where status in ('scheduled', 'running') and pending > 0
    order by scheduled_at nulls first, id`,
};

const one: Statement = {
  name: 'find_batch_to_dial',
  text: `select ${batchColumns} from batches where id = $1 and status in ('scheduled', 'running') and pending > 0`,
};

/** Lists all batches that have calls to dial. `db` is the system's scope. */
export function listBatchesToDial(db: Queryable): Promise<BatchToDial[]> {
  return db.rows<BatchToDial>(all);
}

/** Returns a batch, or undefined if it has no calls to dial. `db` is the system's scope. */
export function findBatchToDial(
  db: Queryable,
  { batchId }: { readonly batchId: string },
): Promise<BatchToDial | undefined> {
  return db.row<BatchToDial>(one, [batchId]);
}

/** The pending job that is due first. */
export interface NextJob {
  readonly runAt: Date;
  /** Whether the job waits for its calling hours. */
  readonly isDeferred: boolean;
  /** Whether the calling hours never allow the job. `runAt` is then the time of the next check. */
  readonly isNeverAllowed: boolean;
  readonly attempt: number;
  /** Number of consecutive predial checks without a usable response. */
  readonly predialFailures: number;
}

const nextJobSql = (
  condition: string,
): string => `select run_at as "runAt", deferred_by is not null as "isDeferred",
      deferred_detail is not null as "isNeverAllowed", attempt, predial_failures as "predialFailures"
    from batch_jobs where workspace_id = $1 and batch_id = $2 and status = 'pending'${condition} order by run_at, id limit 1`;

const findNextJobStatement: Statement = { name: 'find_next_batch_job', text: nextJobSql('') };
const allowed: Statement = {
  name: 'find_next_allowed_batch_job',
  text: nextJobSql(' and deferred_detail is null'),
};

export function findNextJob(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<NextJob | undefined> {
  return db.row<NextJob>(findNextJobStatement, [workspaceId, batchId]);
}

const lastDue: Statement = {
  name: 'find_last_due_batch_job',
  text: `select max(run_at) as at from batch_jobs where workspace_id = $1 and batch_id = $2 and status = 'pending'
    and deferred_detail is null`,
};

/** Returns when the last pending job is due. Null if there is none. */
export async function findLastDueAt(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<Date | null> {
  return (await db.row<{ at: Date | null }>(lastDue, [workspaceId, batchId]))!.at;
}

/**
 * Returns the first job that the calling hours allow at some time. `head` is the result of `findNextJob`; it is also
 * returned if no job is ever allowed.
 */
export async function findNextAllowedJob(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
  head: NextJob | undefined,
): Promise<NextJob | undefined> {
  if (head?.isNeverAllowed !== true) return head;
  return (await db.row<NextJob>(allowed, [workspaceId, batchId])) ?? head;
}

/**
 * SQL: id (`concurrency_counters.holder`) of the counter of concurrent calls from a number with a limit. It sorts after the
 * id of the workspace's counter, so the number's counter is locked later.
 */
export const numberCounterIdSql = (workspaceId: string, e164: string): string =>
  `${workspaceId} || '/' || ${e164}`;

/** Id of the counter of concurrent calls from a number with a limit. */
export const numberCounterId = (workspaceId: string, e164: string): string => `${workspaceId}/${e164}`;

const findNumberCapacityStatement: Statement = {
  name: 'find_number_capacity',
  text: `select e164, max_concurrency - active as free
    from phone_numbers number
      join concurrency_counters on holder = ${numberCounterIdSql('number.workspace_id', 'e164')}
    where number.workspace_id = $1 and e164 = any($2) and max_concurrency is not null`,
};

/**
 * Returns the number of further concurrent calls that each of these numbers allows, for numbers with a limit. Below 0 if
 * the limit was lowered, or was exceeded by calls that do not wait for it. The numbers are exact only while the rate limits
 * of the workspace are locked.
 */
export async function findNumberCapacity(
  tx: Queryable,
  { workspaceId, numbers }: { readonly workspaceId: string; readonly numbers: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ e164: string; free: number }>(findNumberCapacityStatement, [
    workspaceId,
    numbers,
  ]);
  return new Map(rows.map(({ e164, free }) => [e164, free]));
}

/** Maximum number of jobs per claim. */
const maxJobs = 500;

const resumeDeferredStatement: Statement = {
  name: 'resume_deferred_jobs',
  text: `update batch_jobs job set run_at = least(run_at, $3), deferred_by = null, deferred_detail = null, updated_at = $3
    from (
      select ctid as tid from batch_jobs
      where workspace_id = $1 and batch_id = $2 and status = 'pending' and deferred_by < $4
      order by deferred_by, id limit $5 for update skip locked) deferred
    where job.workspace_id = $1 and job.ctid = deferred.tid`,
};

export interface DeferredJobQuery extends BatchKey {
  /** The current version of the workspace's calling hours. */
  readonly hoursVersion: number;
  readonly at: Date;
}

/** Makes jobs due that an older version of the calling hours deferred, in the order of their rows. Returns their number. */
export async function resumeDeferred(
  tx: Queryable,
  { workspaceId, batchId, at, hoursVersion }: DeferredJobQuery,
): Promise<number> {
  return hoursVersion === 0
    ? 0
    : tx.execute(resumeDeferredStatement, [workspaceId, batchId, at, hoursVersion, maxJobs]);
}
