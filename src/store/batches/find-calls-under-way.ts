import type { Queryable, Statement } from '../queryable.ts';
import type { WhichBatch } from './batch-row.ts';

const statement: Statement = {
  name: 'find_batch_calls_under_way',
  text: `select id from calls where workspace_id = $1 and batch_id = $2 and state <> 'ended'`,
};

/** Ids of the batch's calls that wait or are under way. */
export async function findCallsUnderWay(
  db: Queryable,
  { workspaceId, batchId }: WhichBatch,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(statement, [workspaceId, batchId]);
  return rows.map(({ id }) => id);
}
