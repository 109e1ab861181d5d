import type { Queryable, Statement } from '../queryable.ts';
import type { BatchKey } from './batch-row.ts';

const statement: Statement = {
  name: 'find_open_batch_calls',
  text: `select id from calls where workspace_id = $1 and batch_id = $2 and state <> 'ended'`,
};

/** Returns the ids of the batch's calls that have not ended. */
export async function findOpenCalls(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(statement, [workspaceId, batchId]);
  return rows.map(({ id }) => id);
}
