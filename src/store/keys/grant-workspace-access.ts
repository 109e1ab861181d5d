import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'let_key_enter',
  text: `update api_keys set workspace_ids = array_append(workspace_ids, $3)
    where workspace_id = $1 and id = $2 and not $3 = any(workspace_ids)`,
};

/** Opens another workspace to a key. */
export async function grantKeyWorkspaceAccess(
  db: Queryable,
  which: { readonly workspaceId: string; readonly keyId: string; readonly enteredId: string },
): Promise<void> {
  await db.execute(statement, [which.workspaceId, which.keyId, which.enteredId]);
}
