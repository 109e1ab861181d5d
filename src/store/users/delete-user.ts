import type { Queryable, Statement } from '../queryable.ts';

const remove: Statement = {
  name: 'delete_user',
  text: 'delete from users where workspace_id = $1 and id = $2',
};

const owners: Statement = {
  name: 'hold_owners',
  text: `select id from users where workspace_id = $1 and role = 'owner' and status = 'active' order by id for update`,
};

/** With the sessions. False when there is no such person. */
export async function deleteUser(
  db: Queryable,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<boolean> {
  return (await db.execute(remove, [workspaceId, userId])) > 0;
}

/** The active owners, locked until the transaction ends: of two who take each other's role, one stays. */
export async function holdOwners(
  tx: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(owners, [workspaceId]);
  return rows.map(({ id }) => id);
}
