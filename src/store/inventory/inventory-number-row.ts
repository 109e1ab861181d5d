import type { NumberType } from '../../domain/numbers/number-type.ts';

export interface InventoryNumberRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly e164: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly type: NumberType;
  /** City; empty if unknown. */
  readonly locality: string;
  readonly region: string;
  readonly friendlyName: string;
  /** Supplier from which the operator bought the number. */
  readonly supplier: string | null;
  readonly monthlyPriceUsd: number | null;
  readonly status: 'available' | 'acquired';
  /** Whether the operator imported the number. */
  readonly stockedByOperator: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const inventoryNumberColumns = `id, workspace_id as "workspaceId", e164, country, type, locality, region,
  friendly_name as "friendlyName", supplier, monthly_price_usd::float8 as "monthlyPriceUsd", status, stocked_by_operator as "stockedByOperator",
  created_at as "createdAt", updated_at as "updatedAt"`;
