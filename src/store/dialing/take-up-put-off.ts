import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Jobs that one claim takes up again, at most. */
const jobsMax = 500;

const statement: Statement = {
  name: 'take_up_put_off_jobs',
  text: `update batch_jobs job set run_at = least(run_at, $3), put_off_by = null, put_off_detail = null, updated_at = $3
    from (
      select ctid as place from batch_jobs
      where workspace_id = $1 and batch_id = $2 and status = 'pending' and put_off_by < $4
      order by put_off_by, id limit $5 for update skip locked) put_off
    where job.workspace_id = $1 and job.ctid = put_off.place`,
};

export interface ChangedHours extends WhichBatch {
  /** The workspace's. */
  readonly hoursVersion: number;
  readonly at: Date;
}

/** Jobs that hours put off which hold no more are due again, the first of them in the order of their rows; how many. */
export async function takeUpPutOff(
  tx: Queryable,
  { workspaceId, batchId, at, hoursVersion }: ChangedHours,
): Promise<number> {
  return hoursVersion === 0 ? 0 : tx.execute(statement, [workspaceId, batchId, at, hoursVersion, jobsMax]);
}
