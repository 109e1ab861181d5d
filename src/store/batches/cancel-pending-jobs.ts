import type { Queryable, Statement } from '../queryable.ts';
import type { WhichBatch } from './batch-row.ts';

/** Some 0.2 s of work, far below the limit of a statement. */
const jobsPerStatement = 20_000;

const boundary: Statement = {
  name: 'find_cancel_boundary',
  text: `select id from batch_jobs where workspace_id = $1 and batch_id = $2 and id > $3
    order by id offset ${jobsPerStatement} limit 1`,
};

/** By ranges of ids: whatever the planner believes of a table that has just grown, each job is looked at once. */
const statement: Statement = {
  name: 'cancel_pending_jobs',
  text: `update batch_jobs set status = 'cancelled', updated_at = $5, ended_at = $5
    where workspace_id = $1 and batch_id = $2 and id > $3 and ($4::text is null or id <= $4) and status = 'pending'`,
};

/** How many were cancelled. In the transaction that ends the batch: nobody claims them meanwhile. */
export async function cancelPendingJobs(
  tx: Queryable,
  { workspaceId, batchId, at }: WhichBatch & { readonly at: Date },
): Promise<number> {
  let cancelled = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const next: { id: string } | undefined = await tx.row(boundary, [workspaceId, batchId, after]);
    cancelled += await tx.execute(statement, [workspaceId, batchId, after, next?.id, at]);
    after = next?.id;
  }
  return cancelled;
}
