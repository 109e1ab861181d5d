import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'remove_active_call',
  text: `delete from active_calls where workspace_id = $1 and call_id = $2`,
};

/** Removes an active call. Part of `finishCall`. */
export async function removeActiveCall(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<void> {
  await db.write(statement, [workspaceId, callId]);
}
