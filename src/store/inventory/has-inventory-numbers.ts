import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'has_inventory_numbers',
  text: `select from inventory_numbers where workspace_id = $1 and status = 'available' limit 1`,
  isLookup: true,
};

/** Returns whether the inventory of the workspace has a number that can be acquired. */
export async function hasInventoryNumbers(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<boolean> {
  return (await db.row(statement, [workspaceId])) !== undefined;
}
