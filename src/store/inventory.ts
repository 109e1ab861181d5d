import { digitWindows, likePattern, offsetsOf } from '../domain/numbers/contains-pattern.ts';
import { isNorthAmerican } from '../domain/numbers/number-filters.ts';
import type { NumberType } from '../domain/numbers/number-type.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from './listing.ts';
import type { Queryable, Statement } from './queryable.ts';

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

const hasInventoryNumbersStatement: Statement = {
  name: 'has_inventory_numbers',
  text: `select from inventory_numbers where workspace_id = $1 and status = 'available' limit 1`,
  isLookup: true,
};

/** Returns whether the inventory of the workspace has a number that can be acquired. */
export async function hasInventoryNumbers(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<boolean> {
  return (await db.row(hasInventoryNumbersStatement, [workspaceId])) !== undefined;
}

export interface InventorySearch {
  readonly workspaceId: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly type?: NumberType | undefined;
  /** For countries with +1: three digits. */
  readonly areaCode?: string | undefined;
  /** Digits and `*`. */
  readonly contains?: string | undefined;
  readonly limit: number;
}

/**
 * Returns available numbers in ascending order. A pattern with two digits within three adjacent positions uses the indexes
 * of those positions. Other patterns match so many numbers that an ordered scan finds matches early, except patterns with
 * four or more distant digits. Measured with 300,000 numbers in one country.
 */
export async function searchInventory(db: Queryable, search: InventorySearch): Promise<InventoryNumberRow[]> {
  const { workspaceId, country, type, areaCode, contains, limit } = search;
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('country = ?', country)
    .add("status = 'available' and type = ?", type)
    .add('e164 >= ?', areaCode === undefined ? undefined : `+1${areaCode}`)
    .add('e164 < ?', areaCode === undefined ? undefined : `+1${areaCode}:`)
    .add('e164 like ?', contains === undefined ? undefined : likePattern(contains));
  const indexCondition = contains === undefined ? undefined : indexConditionOf(contains, country);
  const found = `select ${inventoryNumberColumns} from inventory_numbers
    where status = 'available' and ${conditions.toString()}`;
  // Materialized, so that PostgreSQL plans for all matches and uses the indexes. The query still stops at the limit.
  const text =
    indexCondition === undefined
      ? `${found} order by e164 limit ${limit}`
      : `with found as materialized (${found} and (${indexCondition})) select * from found limit ${limit}`;
  const rows = await db.rows<InventoryNumberRow>({ text }, conditions.values);
  return rows.sort((left, right) => (left.e164 < right.e164 ? -1 : 1));
}

/** Number of digits with the leading 1. A known length excludes some positions of the pattern, which saves planning time. */
const northAmericanDigits = 11;

/**
 * Returns an index condition for the pattern, or undefined if no index applies. The values are digits, so they are part
 * of the SQL text.
 */
function indexConditionOf(contains: string, country: string): string | undefined {
  const windows = digitWindows(contains);
  if (windows.length === 0) return undefined;
  const alternatives = offsetsOf(contains, isNorthAmerican(country) ? northAmericanDigits : undefined).map(
    (offset) =>
      windows
        .map(({ at, values }) => `gram_${offset + at + 1} = any('{${values.join(',')}}'::smallint[])`)
        .join(' and '),
  );
  return alternatives.length === 0 ? 'false' : alternatives.map((sql) => `(${sql})`).join(' or ');
}

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
const importInventoryNumbersStatement: Statement = {
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
  const row = await db.row<{ added: number; updated: number }>(importInventoryNumbersStatement, [
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

const deleteInventoryNumberStatement: Statement = {
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
  const row = await db.row<{ status: 'available' | 'acquired' }>(deleteInventoryNumberStatement, [
    workspaceId,
    numberId,
  ]);
  return row?.status;
}

const analyzeInventoryStatement: Statement = { text: 'call parley_analyze_inventory()' };

/**
 * Updates the planner statistics after new numbers were inserted. Reads a sample of fixed size and blocks no other
 * statement.
 */
export async function analyzeInventory(db: Queryable): Promise<void> {
  await db.execute(analyzeInventoryStatement);
}
