import type { Queryable, Statement } from '../queryable.ts';
import { inventoryNumberColumns, type InventoryNumberRow } from './inventory-number-row.ts';

interface InventoryNumberKey {
  readonly workspaceId: string;
  readonly e164: string;
  readonly at: Date;
}

const acquire: Statement = {
  name: 'acquire_inventory_number',
  text: `update inventory_numbers set status = 'acquired', updated_at = $3
    where workspace_id = $1 and e164 = $2 and status = 'available' returning ${inventoryNumberColumns}`,
};

/**
 * Acquires a number of the inventory. Returns undefined if it is not available. A concurrent request waits for the end of
 * the transaction.
 */
export function acquireInventoryNumber(
  tx: Queryable,
  { workspaceId, e164, at }: InventoryNumberKey,
): Promise<InventoryNumberRow | undefined> {
  return tx.row<InventoryNumberRow>(acquire, [workspaceId, e164, at]);
}

const release: Statement = {
  name: 'release_inventory_number',
  text: `update inventory_numbers set status = 'available', updated_at = $3
    where workspace_id = $1 and e164 = $2 and status = 'acquired'`,
};

/** Makes an acquired number available again. Returns false if the number is not acquired. */
export async function releaseInventoryNumber(
  tx: Queryable,
  { workspaceId, e164, at }: InventoryNumberKey,
): Promise<boolean> {
  return (await tx.execute(release, [workspaceId, e164, at])) === 1;
}
