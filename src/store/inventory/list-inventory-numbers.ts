import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { inventoryNumberColumns, type InventoryNumberRow } from './inventory-number-row.ts';

export interface InventoryFilters {
  readonly workspaceId: string;
  readonly country?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  /** E.164. */
  readonly phoneNumber?: string | undefined;
}

export function listInventoryNumbers(
  db: Queryable,
  filters: InventoryFilters & ListWindow,
): Promise<ListPage<InventoryNumberRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('country = ?', filters.country)
    .add('type = ?', filters.type)
    .add('status = ?', filters.status)
    .add('e164 = ?', filters.phoneNumber);
  return listPage(db, { table: 'inventory_numbers', columns: inventoryNumberColumns, conditions }, filters);
}
