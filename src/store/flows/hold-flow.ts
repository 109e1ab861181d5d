import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'hold_flow',
  text: `select id from flows where workspace_id = $1 and id = $2 for key share`,
};

/** Keeps the flow from being deleted until the transaction is over; it may be changed meanwhile. False where it is gone. */
export async function holdFlow(
  tx: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<boolean> {
  return (await tx.row(statement, [workspaceId, flowId])) !== undefined;
}
