import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'grant_key_workspace_access',
  text: `update api_keys
    set workspace_ids = case when workspace_ids = '{}' then array[workspace_id] else workspace_ids end || $3
    where workspace_id = $1 and id = $2 and not $3 = any(workspace_ids)`,
};

/** Grants a key access to another workspace. */
export async function grantKeyWorkspaceAccess(
  db: Queryable,
  grant: { readonly workspaceId: string; readonly keyId: string; readonly addedWorkspaceId: string },
): Promise<void> {
  await db.execute(statement, [grant.workspaceId, grant.keyId, grant.addedWorkspaceId]);
}
