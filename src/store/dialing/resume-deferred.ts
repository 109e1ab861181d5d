import type { BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Maximum number of jobs per claim. */
const jobsMax = 500;

const statement: Statement = {
  name: 'resume_deferred_jobs',
  text: `update batch_jobs job set run_at = least(run_at, $3), put_off_by = null, put_off_detail = null, updated_at = $3
    from (
      select ctid as tid from batch_jobs
      where workspace_id = $1 and batch_id = $2 and status = 'pending' and put_off_by < $4
      order by put_off_by, id limit $5 for update skip locked) deferred
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
  return hoursVersion === 0 ? 0 : tx.execute(statement, [workspaceId, batchId, at, hoursVersion, jobsMax]);
}
