import type { Queryable, Statement } from '../queryable.ts';
import { inventoryNumberColumns, type InventoryNumberRow } from './inventory-number-row.ts';

interface WhichNumber {
  readonly workspaceId: string;
  readonly e164: string;
  readonly at: Date;
}

const taking: Statement = {
  name: 'take_inventory_number',
  text: `update inventory_numbers set status = 'acquired', updated_at = $3
    where workspace_id = $1 and e164 = $2 and status = 'available' returning ${inventoryNumberColumns}`,
};

/**
 * Acquires a number of the inventory. A concurrent request waits, then gets undefined, as for a number that is not
 * available.
 */
export function takeInventoryNumber(
  tx: Queryable,
  { workspaceId, e164, at }: WhichNumber,
): Promise<InventoryNumberRow | undefined> {
  return tx.row<InventoryNumberRow>(taking, [workspaceId, e164, at]);
}

const returning: Statement = {
  name: 'return_inventory_number',
  text: `update inventory_numbers set status = 'available', updated_at = $3
    where workspace_id = $1 and e164 = $2 and status = 'acquired'`,
};

/** Returns a number to the inventory. Returns false if it did not come from there. */
export async function returnInventoryNumber(
  tx: Queryable,
  { workspaceId, e164, at }: WhichNumber,
): Promise<boolean> {
  return (await tx.execute(returning, [workspaceId, e164, at])) === 1;
}
