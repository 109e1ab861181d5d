import type { Queryable, Statement } from '../queryable.ts';
import type { BatchKey } from './batch-row.ts';

const statement: Statement = {
  name: 'count_recent_batch_calls',
  text: `select count(*)::integer as calls from calls
    where workspace_id = $1 and batch_id = $2 and created_at >= $3 and dialed_at >= $3`,
};

/** Returns the number of calls of the batch that were created and dialed since `since`. */
export async function countRecentCalls(
  db: Queryable,
  { workspaceId, batchId, since }: BatchKey & { readonly since: Date },
): Promise<number> {
  const row = await db.row<{ calls: number }>(statement, [workspaceId, batchId, since]);
  return row!.calls;
}
