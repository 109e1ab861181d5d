import type { Queryable, Statement } from '../queryable.ts';

const deleteStatement: Statement = {
  name: 'delete_user',
  text: 'delete from users where workspace_id = $1 and id = $2',
};

const owners: Statement = {
  name: 'lock_owners',
  text: `select id from users where workspace_id = $1 and role = 'owner' and status = 'active' order by id for update`,
};

/** Deletes a user and the sessions of the user. Returns false if the user does not exist. */
export async function deleteUser(
  db: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<boolean> {
  return (await db.execute(deleteStatement, [workspaceId, userId])) > 0;
}

/**
 * Returns the ids of the active owners, and locks them until the transaction ends, so that two owners cannot remove each
 * other's role at the same time.
 */
export async function lockOwners(
  tx: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(owners, [workspaceId]);
  return rows.map(({ id }) => id);
}
