import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';
import { isCountry } from './number-filters.ts';
import { numberTypeOf, type NumberType } from './number-type.ts';

/** What may be told of a number, as columns name it. */
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

/** The cells of one row; an empty one says nothing. */
export type InventoryCells = Readonly<Partial<Record<InventoryColumn, string>>>;

/** What a look-up tells of a number. */
export interface NumberLookup {
  readonly e164: string;
  readonly country: string | undefined;
  /** In libphonenumber's words. */
  readonly type: string | undefined;
  readonly international: string;
  readonly locality: string;
  readonly region: string;
}

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

export interface CellFault {
  readonly column: InventoryColumn;
  readonly code: string;
  readonly message: string;
}

const textMax = 100;
const pricePattern = /^\d{1,7}(?:\.\d{1,4})?$/;
/** Ways to write each type, without spaces, hyphens and capitals. */
const writtenTypes: ReadonlyMap<string, NumberType> = new Map([
  ['local', 'local'],
  ['mobile', 'mobile'],
  ['tollfree', 'tollFree'],
]);

/** A number as it is to be kept: what the row tells, and what was looked up for the rest. Or every fault of the row. */
export function completeInventoryRow(
  cells: InventoryCells,
  known: NumberLookup | undefined,
): { readonly number: InventoryNumber } | { readonly faults: readonly CellFault[] } {
  const country = cells.country?.toUpperCase() ?? known?.country;
  const type = typeOf(cells.type) ?? numberTypeOf(known?.type);
  const faults = [
    ...numberFaults(cells.phone_number, known),
    ...countryFaults(cells.country, known),
    ...typeFaults(cells.type, known, type),
    ...textFaults(cells),
    ...priceFaults(cells.monthly_price_usd),
  ];
  if (faults.length > 0 || known === undefined || country === undefined || type === undefined)
    return { faults };
  return { number: { e164: known.e164, country, type, ...detailsOf(cells, known) } };
}

function detailsOf(cells: InventoryCells, known: NumberLookup) {
  const { monthly_price_usd: price } = cells;
  return {
    locality: cells.locality ?? known.locality,
    region: cells.region ?? known.region,
    friendlyName: cells.friendly_name ?? known.international,
    supplier: cells.supplier ?? null,
    monthlyPriceUsd: price === undefined ? null : Number(price),
  };
}

const typeOf = (text = ''): NumberType | undefined =>
  writtenTypes.get(text.toLowerCase().replaceAll(/[ _-]/g, ''));

function numberFaults(text: string | undefined, known: NumberLookup | undefined): CellFault[] {
  if (known !== undefined) return [];
  const column = 'phone_number';
  if (text === undefined) return [{ column, code: 'required', message: 'There is no number.' }];
  const message = 'Write a number that exists in E.164: a plus sign, country code and number.';
  return [{ column, code: 'invalid_number', message }];
}

/** Countries that share a calling code may be told apart better by those who sell their numbers. */
function countryFaults(text: string | undefined, known: NumberLookup | undefined): CellFault[] {
  const column = 'country';
  if (text === undefined) {
    if (known === undefined || known.country !== undefined) return [];
    return [{ column, code: 'invalid_number', message: 'This number belongs to no country.' }];
  }
  const country = text.toUpperCase();
  if (!isCountry(country))
    return [{ column, code: 'invalid_country', message: 'Write two letters (ISO 3166-1), such as US.' }];
  if (known === undefined || known.e164.startsWith(`+${getCountryCallingCode(country as CountryCode)}`))
    return [];
  return [
    { column, code: 'country_mismatch', message: 'The number begins with the code of another country.' },
  ];
}

function typeFaults(
  text: string | undefined,
  known: NumberLookup | undefined,
  type: NumberType | undefined,
): CellFault[] {
  if (type !== undefined && (text === undefined || typeOf(text) !== undefined)) return [];
  const column = 'type';
  if (text !== undefined)
    return [{ column, code: 'invalid_value', message: 'Write local, tollFree or mobile.' }];
  if (known === undefined) return [];
  return [
    {
      column,
      code: 'required',
      message: 'This is no local, toll-free or mobile number by its digits: say what it is.',
    },
  ];
}

function textFaults(cells: InventoryCells): CellFault[] {
  const columns = ['locality', 'region', 'friendly_name', 'supplier'] as const;
  return columns
    .filter((column) => (cells[column]?.length ?? 0) > textMax)
    .map((column) => ({ column, code: 'too_big', message: `At most ${textMax} characters.` }));
}

function priceFaults(text: string | undefined): CellFault[] {
  if (text === undefined || pricePattern.test(text)) return [];
  const message = 'Write US dollars such as 1.15, with four places behind the point at most.';
  return [{ column: 'monthly_price_usd', code: 'invalid_value', message }];
}
