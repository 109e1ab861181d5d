import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_unwanted_dials',
  text: `select id from calls call
    where workspace_id = $1 and batch_id = $2 and id = any($3) and (state <> 'dialing'
      or not exists (select from batches where workspace_id = $1 and id = $2 and status = 'running')
      or exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = call.to_number))`,
};

/** Those of some claimed calls that are not to be dialed after all: the batch was stopped, or somebody wants no more calls. */
export async function findUnwantedDials(
  db: Queryable,
  { workspaceId, batchId, callIds }: WhichBatch & { readonly callIds: readonly string[] },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(statement, [workspaceId, batchId, callIds]);
  return rows.map(({ id }) => id);
}
