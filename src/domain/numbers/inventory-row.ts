import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';
import { isCountry } from './number-filters.ts';
import { numberTypeOf, type NumberType } from './number-type.ts';

/** The columns of an inventory file. */
export const inventoryColumns = [
  'phone_number',
  'country',
  'type',
  'locality',
  'region',
  'friendly_name',
  'supplier',
  'monthly_price_usd',
] as const;

export type InventoryColumn = (typeof inventoryColumns)[number];

/** The non-empty cells of one row. */
export type InventoryCells = Readonly<Partial<Record<InventoryColumn, string>>>;

/** The result of a number lookup. */
export interface NumberLookup {
  readonly e164: string;
  readonly country: string | undefined;
  /** A type of libphonenumber, such as `FIXED_LINE`. */
  readonly type: string | undefined;
  readonly international: string;
  readonly locality: string;
  readonly region: string;
}

/** A number in the inventory. */
export interface InventoryNumber {
  readonly e164: string;
  readonly country: string;
  readonly type: NumberType;
  readonly locality: string;
  readonly region: string;
  readonly friendlyName: string;
  readonly supplier: string | null;
  readonly monthlyPriceUsd: number | null;
}

/** An invalid cell. */
export interface CellFault {
  readonly column: InventoryColumn;
  readonly code: string;
  readonly message: string;
}

const maxText = 100;
const pricePattern = /^\d{1,7}(?:\.\d{1,4})?$/;
/** Accepted spellings of each type, in lower case without spaces and hyphens. */
const writtenTypes: ReadonlyMap<string, NumberType> = new Map([
  ['local', 'local'],
  ['mobile', 'mobile'],
  ['tollfree', 'tollFree'],
]);

/** Returns the number to store, with missing cells filled from the lookup, or else all faults of the row. */
export function completeInventoryRow(
  cells: InventoryCells,
  lookup: NumberLookup | undefined,
): { readonly number: InventoryNumber } | { readonly faults: readonly CellFault[] } {
  const country = cells.country?.toUpperCase() ?? lookup?.country;
  const type = typeOf(cells.type) ?? numberTypeOf(lookup?.type);
  const faults = [
    ...numberFaults(cells.phone_number, lookup),
    ...countryFaults(cells.country, lookup),
    ...typeFaults(cells.type, lookup, type),
    ...textFaults(cells),
    ...priceFaults(cells.monthly_price_usd),
  ];
  if (faults.length > 0 || lookup === undefined || country === undefined || type === undefined)
    return { faults };
  return { number: { e164: lookup.e164, country, type, ...detailsOf(cells, lookup) } };
}

function detailsOf(cells: InventoryCells, lookup: NumberLookup) {
  const { monthly_price_usd: price } = cells;
  return {
    locality: cells.locality ?? lookup.locality,
    region: cells.region ?? lookup.region,
    friendlyName: cells.friendly_name ?? lookup.international,
    supplier: cells.supplier ?? null,
    monthlyPriceUsd: price === undefined ? null : Number(price),
  };
}

const typeOf = (text = ''): NumberType | undefined =>
  writtenTypes.get(text.toLowerCase().replaceAll(/[ _-]/g, ''));

function numberFaults(text: string | undefined, lookup: NumberLookup | undefined): CellFault[] {
  if (lookup !== undefined) return [];
  const column = 'phone_number';
  if (text === undefined)
    return [{ column, code: 'required', message: 'The row has no number. Write one in phone_number.' }];
  const message = 'The number is not valid. Write it in E.164: a plus sign, country code and number.';
  return [{ column, code: 'invalid_number', message }];
}

/** The cell takes precedence over the lookup, because suppliers distinguish countries with a common calling code more reliably. */
function countryFaults(text: string | undefined, lookup: NumberLookup | undefined): CellFault[] {
  const column = 'country';
  if (text === undefined) {
    if (lookup === undefined || lookup.country !== undefined) return [];
    return [
      {
        column,
        code: 'invalid_number',
        message: 'The number belongs to no country. Write the country in the country column.',
      },
    ];
  }
  const country = text.toUpperCase();
  if (!isCountry(country))
    return [{ column, code: 'invalid_country', message: 'Write two letters (ISO 3166-1), such as US.' }];
  if (lookup === undefined || lookup.e164.startsWith(`+${getCountryCallingCode(country as CountryCode)}`))
    return [];
  return [
    {
      column,
      code: 'country_mismatch',
      message: 'The number has the calling code of another country. Correct the country or the number.',
    },
  ];
}

function typeFaults(
  text: string | undefined,
  lookup: NumberLookup | undefined,
  type: NumberType | undefined,
): CellFault[] {
  if (type !== undefined && (text === undefined || typeOf(text) !== undefined)) return [];
  const column = 'type';
  if (text !== undefined)
    return [{ column, code: 'invalid_value', message: 'Write local, tollFree or mobile.' }];
  if (lookup === undefined) return [];
  return [
    {
      column,
      code: 'required',
      message: 'The type cannot be determined from the number. Write local, tollFree or mobile.',
    },
  ];
}

function textFaults(cells: InventoryCells): CellFault[] {
  const columns = ['locality', 'region', 'friendly_name', 'supplier'] as const;
  return columns
    .filter((column) => (cells[column]?.length ?? 0) > maxText)
    .map((column) => ({ column, code: 'too_big', message: `Write at most ${maxText} characters.` }));
}

function priceFaults(text: string | undefined): CellFault[] {
  if (text === undefined || pricePattern.test(text)) return [];
  const message = 'Write US dollars such as 1.15, with at most four decimal places.';
  return [{ column: 'monthly_price_usd', code: 'invalid_value', message }];
}
