import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'lock_flow_for_key_share',
  text: `select id from flows where workspace_id = $1 and id = $2 for key share`,
};

/** Prevents the deletion of a flow until the transaction ends, but not updates. Returns false if the flow does not exist. */
export async function lockFlow(
  tx: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<boolean> {
  return (await tx.row(statement, [workspaceId, flowId])) !== undefined;
}
