import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'delete_inventory_number',
  text: `with found as (
      select id, status from inventory_numbers where workspace_id = $1 and id = $2 for update),
    gone as (
      delete from inventory_numbers n using found where n.id = found.id and found.status = 'available' returning n.id)
    select found.status from found`,
};

/** Deletes a number if it is available. Returns its previous status, or undefined if it does not exist. */
export async function deleteInventoryNumber(
  db: Queryable,
  { workspaceId, numberId }: { readonly workspaceId: string; readonly numberId: string },
): Promise<'available' | 'acquired' | undefined> {
  const row = await db.row<{ status: 'available' | 'acquired' }>(statement, [workspaceId, numberId]);
  return row?.status;
}
