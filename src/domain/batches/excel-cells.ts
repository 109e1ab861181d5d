import { isIsoTimeOrDay, parseIsoTime, withIsoSeparator } from '../understanding/iso-time.ts';
import { isoInZone } from '../understanding/zoned-text.ts';
import { writtenPhrases } from '../written-phrases.ts';
import { escapeFormula } from './csv-text.ts';

/** The form of a CSV file that Excel opens with a double click: with this locale, it reads the columns, numbers and letters correctly. */
export interface ExcelFormat {
  readonly delimiter: ',' | ';';
  readonly decimalMark: '.' | ',';
  readonly yes: string;
  readonly no: string;
}

/** Excel reads a file without a byte order mark as Windows-1252. */
export const byteOrderMark = '\uFEFF';

/** Windows in these regions has points in numbers, and semicolons between cells, in every language. */
const semicolonRegions: ReadonlySet<string | undefined> = new Set(['CH', 'LI']);

/** Returns the format of a locale (BCP 47). Where the decimal mark is a comma, Excel separates cells by semicolons. */
export function excelFormat(locale: string): ExcelFormat {
  const { yes, no } = writtenPhrases(locale);
  if (semicolonRegions.has(new Intl.Locale(locale).region))
    return { delimiter: ';', decimalMark: '.', yes, no };
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const hasDecimalComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  return { delimiter: hasDecimalComma ? ';' : ',', decimalMark: hasDecimalComma ? ',' : '.', yes, no };
}

/** The time zone of the person in a row. */
export interface RowZone {
  /** IANA. */
  readonly zone: string;
  /** Whether the zone is inferred from the number or the workspace. */
  readonly isInferred: boolean;
}

/** Returns the text of a cell. Times are local, in a form that Excel recognises in every language. */
export function excelCell(
  value: string | number | boolean | Date,
  { isTime, format, row }: { readonly isTime: boolean; readonly format: ExcelFormat; readonly row: RowZone },
): string {
  if (typeof value === 'boolean') return value ? format.yes : format.no;
  if (typeof value === 'number') return String(value).replace('.', format.decimalMark);
  if (value instanceof Date) return localTime(value, row.zone);
  return escapeFormula(isTime ? timeText(value, row) : value);
}

/** `2026-01-05 07:00:00`. */
const localTime = (instant: Date, zone: string): string => toText(isoInZone(instant, zone));

const toText = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** A time with `Z` or an offset of zero, whose place is unknown. */
const utcTime = /(?:Z|[+-]00:00)$/;
const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/;

/** Returns an ISO 8601 time as local time, and other text unchanged. A time with an offset keeps its local time unless the zone is known. */
function timeText(text: string, { zone, isInferred }: RowZone): string {
  const iso = withIsoSeparator(text);
  if (!iso.includes('T') || !isIsoTimeOrDay(iso)) return text;
  const isAsWritten = !hasOffset.test(iso) || (isInferred && !utcTime.test(iso));
  return isAsWritten
    ? toText(iso.replace(hasOffset, ''))
    : localTime(new Date(parseIsoTime(iso, zone)!), zone);
}
