import type { Queryable, Statement } from '../queryable.ts';
import type { WhichBatch } from './batch-row.ts';

/** Some 0.5 s of work, far below the limit of a statement. */
const jobsPerStatement = 50_000;

const statement: Statement = {
  name: 'cancel_pending_jobs',
  text: `update batch_jobs set status = 'cancelled', updated_at = $3, ended_at = $3
    where workspace_id = $1 and batch_id = $2 and status = 'pending' and id in (
      select id from batch_jobs where workspace_id = $1 and batch_id = $2 and status = 'pending' limit $4)`,
};

/** How many were cancelled. In the transaction that ends the batch: nobody claims them meanwhile. */
export async function cancelPendingJobs(
  tx: Queryable,
  { workspaceId, batchId, at }: WhichBatch & { readonly at: Date },
): Promise<number> {
  let cancelled = 0;
  for (;;) {
    const some = await tx.execute(statement, [workspaceId, batchId, at, jobsPerStatement]);
    cancelled += some;
    if (some < jobsPerStatement) return cancelled;
  }
}
