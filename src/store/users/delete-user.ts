import type { Queryable, Statement } from '../queryable.ts';

const remove: Statement = {
  name: 'delete_user',
  text: 'delete from users where workspace_id = $1 and id = $2',
};

const owners: Statement = {
  name: 'lock_owners',
  text: `select id from users where workspace_id = $1 and role = 'owner' and status = 'active' order by id for update`,
};

/** Deletes a user with their sessions. Returns false if the user does not exist. */
export async function deleteUser(
  db: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<boolean> {
  return (await db.execute(remove, [workspaceId, userId])) > 0;
}

/**
 * Locks and returns the active owners until the transaction ends, so that two owners who remove each other's role
 * cannot both succeed.
 */
export async function lockOwners(
  tx: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(owners, [workspaceId]);
  return rows.map(({ id }) => id);
}
