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
  /** Of a country of +1: three digits. */
  readonly areaCode?: string | undefined;
  /** Digits and `*`. */
  readonly contains?: string | undefined;
  readonly limit: number;
}

/**
 * Available numbers, in their order. With 300,000 in one country a pattern that has two digits in three neighbouring places is
 * served by the indexes of those places; one that has none is so common that walking along the numbers meets it soon, unless it
 * has four or more digits far apart.
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
  const places = contains === undefined ? undefined : placesOf(contains, country);
  const found = `select ${inventoryNumberColumns} from inventory_numbers
    where status = 'available' and ${conditions.toString()}`;
  // Materialized, so that it is planned for finding all, by the indexes, and still stops at the limit.
  const text =
    places === undefined
      ? `${found} order by e164 limit ${limit}`
      : `with found as materialized (${found} and (${places})) select * from found limit ${limit}`;
  const rows = await db.rows<InventoryNumberRow>({ text }, conditions.values);
  return rows.sort((left, right) => (left.e164 < right.e164 ? -1 : 1));
}

/** With the 1 in front. Fewer places are planned for in less time. */
const northAmericanDigits = 11;

/** Undefined where no index knows anything of the pattern. The values are digits: they stand in the text itself. */
function placesOf(contains: string, country: string): string | undefined {
  const windows = digitWindows(contains);
  if (windows.length === 0) return undefined;
  const arms = offsetsOf(contains, isNorthAmerican(country) ? northAmericanDigits : undefined).map((offset) =>
    windows
      .map(({ at, values }) => `gram_${offset + at + 1} = any('{${values.join(',')}}'::smallint[])`)
      .join(' and '),
  );
  return arms.length === 0 ? 'false' : arms.map((arm) => `(${arm})`).join(' or ');
}
