import type { Queryable, Statement } from '../queryable.ts';

const lock: Statement = {
  name: 'lock_flow',
  text: `select id from flows where workspace_id = $1 and id = $2 for update`,
};

/** A flow is in use if an agent has it, or if an open call runs any of its versions. */
const inUse: Statement = {
  name: 'flow_in_use',
  text: `select exists (select from agents where workspace_id = $1 and flow_id = $2)
      or exists (select from calls where workspace_id = $1 and flow_id = $2 and state <> 'ended') as "inUse"`,
};

const statement: Statement = {
  name: 'delete_flow',
  text: `delete from flows where workspace_id = $1 and id = $2`,
};

/** Deletes a flow with its versions, unless it is in use. Requires a transaction, so that no call starts between the check and the deletion. */
export async function deleteFlow(
  tx: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<'deleted' | 'in_use' | 'not_found'> {
  if ((await tx.row(lock, [workspaceId, flowId])) === undefined) return 'not_found';
  const row = await tx.row<{ inUse: boolean }>(inUse, [workspaceId, flowId]);
  if (row!.inUse) return 'in_use';
  await tx.execute(statement, [workspaceId, flowId]);
  return 'deleted';
}
