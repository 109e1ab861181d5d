import { digitWindows, likePattern, offsetsOf } from '../../domain/numbers/contains-pattern.ts';
import { isNorthAmerican } from '../../domain/numbers/number-filters.ts';
import type { NumberType } from '../../domain/numbers/number-type.ts';
import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { inventoryNumberColumns, type InventoryNumberRow } from './inventory-number-row.ts';

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
