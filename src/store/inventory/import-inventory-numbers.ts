import type { NumberType } from '../../domain/numbers/number-type.ts';
import type { Queryable, Statement } from '../queryable.ts';

export interface NewInventoryNumber {
  readonly id: string;
  readonly e164: string;
  readonly country: string;
  readonly type: NumberType;
  readonly locality: string;
  readonly region: string;
  readonly friendlyName: string;
  readonly supplier?: string | null | undefined;
  readonly monthlyPriceUsd?: number | null | undefined;
}

/** Updates existing numbers, except their id and status. */
const statement: Statement = {
  name: 'import_inventory_numbers',
  text: `with written as (
      insert into inventory_numbers (workspace_id, created_at, updated_at, id, e164, country, type, locality, region,
        friendly_name, supplier, monthly_price_usd, stocked_by_operator)
      select $1, $2, $2, *, $12::boolean from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::numeric[])
      on conflict (workspace_id, e164) do update set country = excluded.country, type = excluded.type,
        locality = excluded.locality, region = excluded.region, friendly_name = excluded.friendly_name,
        supplier = excluded.supplier, monthly_price_usd = excluded.monthly_price_usd, updated_at = excluded.updated_at,
        stocked_by_operator = inventory_numbers.stocked_by_operator or excluded.stocked_by_operator
      returning xmax = 0 as added)
    select count(*) filter (where added) as added, count(*) filter (where not added) as updated from written`,
};

/** Imports numbers. Returns how many were added and how many existing ones were updated. */
export async function importInventoryNumbers(
  db: Queryable,
  { workspaceId, numbers, stockedByOperator = false, at }: ImportedNumbers,
): Promise<{ readonly added: number; readonly updated: number }> {
  const column = <Key extends keyof NewInventoryNumber>(key: Key) =>
    numbers.map((number) => number[key] ?? null);
  const row = await db.row<{ added: number; updated: number }>(statement, [
    workspaceId,
    at,
    column('id'),
    column('e164'),
    column('country'),
    column('type'),
    column('locality'),
    column('region'),
    column('friendlyName'),
    column('supplier'),
    column('monthlyPriceUsd'),
    stockedByOperator,
  ]);
  return row!;
}

export interface ImportedNumbers {
  readonly workspaceId: string;
  /** At most a few thousand numbers, none of them twice. */
  readonly numbers: readonly NewInventoryNumber[];
  /** Whether the operator imports the numbers. A later import by the workspace does not reset this mark. Defaults to false. */
  readonly stockedByOperator?: boolean;
  readonly at: Date;
}
