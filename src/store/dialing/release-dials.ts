import type { BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Locks the batch before its jobs. */
const lock: Statement = {
  name: 'lock_batch_to_release',
  text: `select from batches where workspace_id = $1 and id = $2 for no key update`,
};

/** Locks counters in the order of their names. */
const lockCounters: Statement = {
  name: 'lock_counters_to_release',
  text: `select from concurrency_counters
    where workspace_id = $1 and holder in (select holder from concurrency_slots where call_id = any($2))
    order by holder for update`,
};

/** Deletes the calls with their timelines and dial intents. Each job refers to its previous call again, if any. */
const release: Statement = {
  name: 'release_dials',
  text: `with unsent as (
      delete from calls where workspace_id = $1 and batch_id = $2 and id = any($3) and state = 'dialing'
      returning id, job_id),
    jobs as (
      update batch_jobs job set status = 'pending', attempt = attempt - 1, owner = null, updated_at = $4,
        call_id = (select calls.id from calls
          where calls.workspace_id = $1 and calls.batch_id = $2 and job_id = job.id and calls.id <> unsent.id
          order by created_at desc, calls.id desc limit 1)
      from unsent
      where job.workspace_id = $1 and job.batch_id = $2 and job.id = unsent.job_id and job.call_id = unsent.id
        and job.status = 'dialing'),
    released as (
      delete from concurrency_slots slot using unsent where slot.call_id = unsent.id returning holder),
    counted as (
      update concurrency_counters counter set active = counter.active - per_holder.calls
      from (select holder, count(*)::integer as calls from released group by holder) per_holder
      where counter.workspace_id = $1 and counter.holder = per_holder.holder)
    select count(*)::integer as calls from unsent`,
};

export interface UnsentDials extends BatchKey {
  readonly callIds: readonly string[];
  readonly at: Date;
}

/**
 * Undoes the claim of calls that were certainly not sent to the carrier. Returns the number of released calls. Requires a
 * transaction. If the batch was cancelled in the meantime, their jobs count as cancelled.
 */
export async function releaseDials(
  tx: Queryable,
  { workspaceId, batchId, callIds, at }: UnsentDials,
): Promise<number> {
  await tx.execute(lock, [workspaceId, batchId]);
  await tx.execute(lockCounters, [workspaceId, callIds]);
  const row = await tx.row<{ calls: number }>(release, [workspaceId, batchId, callIds, at]);
  return row!.calls;
}
