import type { BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_revoked_dials',
  text: `select call.id from unnest($3::text[], $4::integer[]) as claimed (call_id, claimed_by)
      join calls call on call.id = claimed.call_id
    where call.workspace_id = $1 and batch_id = $2 and (state <> 'dialing'
      or not exists (select from batches where workspace_id = $1 and id = $2 and status = 'running')
      or not exists (select from workspaces where workspaces.id = $1 and hours_version = claimed_by)
      or exists (select from suppressions where workspace_id = $1 and channel = 'voice' and address = call.to_number))`,
};

export interface ClaimedCall {
  readonly callId: string;
  /** Version of the workspace's calling hours that allowed the call. */
  readonly hoursVersion: number;
}

/**
 * Returns the ids of the claimed calls that must no longer be dialed, because the batch was stopped, the number was
 * suppressed, or the workspace's calling hours changed.
 */
export async function findRevokedDials(
  db: Queryable,
  { workspaceId, batchId, calls }: BatchKey & { readonly calls: readonly ClaimedCall[] },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(statement, [
    workspaceId,
    batchId,
    calls.map(({ callId }) => callId),
    calls.map(({ hoursVersion }) => hoursVersion),
  ]);
  return rows.map(({ id }) => id);
}
