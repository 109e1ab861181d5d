import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_unwanted_dials',
  text: `select call.id from unnest($3::text[], $4::integer[]) as claimed (call_id, claimed_by)
      join calls call on call.id = claimed.call_id
    where call.workspace_id = $1 and batch_id = $2 and (state <> 'dialing'
      or not exists (select from batches where workspace_id = $1 and id = $2 and status = 'running')
      or not exists (select from workspaces where workspaces.id = $1 and hours_version = claimed_by)
      or exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = call.to_number))`,
};

export interface ClaimedCall {
  readonly callId: string;
  /** Of the workspace's hours that allowed it. */
  readonly hoursVersion: number;
}

/**
 * Those of some claimed calls that are not to be dialed, or not yet: the batch was stopped, somebody wants no more calls, or the workspace has
 * other hours.
 */
export async function findUnwantedDials(
  db: Queryable,
  { workspaceId, batchId, calls }: WhichBatch & { readonly calls: readonly ClaimedCall[] },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(statement, [
    workspaceId,
    batchId,
    calls.map(({ callId }) => callId),
    calls.map(({ hoursVersion }) => hoursVersion),
  ]);
  return rows.map(({ id }) => id);
}
