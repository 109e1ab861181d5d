import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  byteOrderMark,
  excelCell,
  excelFormat,
  type ExcelFormat,
  type RowZone,
} from '../domain/batches/excel-cells.ts';
import { csvRecord, escapeFormula } from '../domain/batches/csv-text.ts';
import { timeZoneColumn } from '../domain/batches/result-columns.ts';
import { language } from '../domain/fields.ts';
import type { BinaryResponse } from './http/binary-response.ts';

export type CsvCell = string | number | boolean | Date | null | undefined;

/** Query parameters of a list that can be exported as a file. */
export const csvFormatQuery = {
  format: z.enum(['json', 'csv']).default('json').meta({
    description: '`csv` returns all records as a file.',
  }),
  raw: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'With `format=csv`: cells that begin like a formula are left unchanged.' }),
};

/** Query parameters of a file for Excel. `times` states the time zone of its times. */
export const excelQuery = (times: string) => ({
  excel: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description: `With \`format=csv\`: a file that Excel opens with a double click. It has a byte order mark, the separator and decimal mark of \`locale\`, yes and no in its language, local times in ${times} (column \`time_zone\`), and the addresses of the recordings.`,
    }),
  locale: language.optional().meta({
    description: 'With `excel=true`: the locale of Excel, such as `de-DE`. Default: `en-US`.',
  }),
});

interface FormQuery {
  readonly format: string;
  readonly raw: string;
  readonly excel: string;
  readonly locale?: string | undefined;
}

/** Yields the faults of parameters that exclude each other. */
export function* excelFaults({
  format,
  raw,
  excel,
  locale,
}: FormQuery): Generator<{ path: string[]; message: string }> {
  if (excel === 'false' && locale !== undefined)
    yield { path: ['locale'], message: 'locale is for a file for Excel. Send excel=true too.' };
  if (excel === 'true' && format !== 'csv')
    yield { path: ['excel'], message: 'A file for Excel is a CSV file. Send format=csv too.' };
  if (excel === 'true' && raw === 'true')
    yield {
      path: ['raw'],
      message:
        'In a file for Excel, cells that begin like a formula are escaped. Send raw or excel, not both.',
    };
}

/** Returns a file. Its records are read at the speed of the download. */
export const csvResponse = (
  name: string,
  records: Iterable<string> | AsyncIterable<string>,
): BinaryResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  },
  stream: Readable.from(records, { objectMode: false }),
});

/** A file for Excel: its locale (BCP 47), the address of the service, and the IANA time zone of its times. */
interface ExcelFile {
  readonly locale: string;
  readonly baseUrl: string;
  readonly zone: string;
}

/** How cells are written. `raw`: cells that begin like a formula are exported unchanged. */
export type CsvForm = 'plain' | 'raw' | ExcelFile;

/** Returns the form that the query of a list selects. */
export const csvFormOf = (
  { raw, excel, locale = 'en-US' }: Omit<FormQuery, 'format'>,
  file: Omit<ExcelFile, 'locale'>,
): CsvForm => (excel === 'true' ? { ...file, locale } : raw === 'true' ? 'raw' : 'plain');

/** Yields the records of a file with the given columns. `links`: the columns of paths, which Excel gets with the address of the service. */
export async function* csvRows<Row>(
  columns: Readonly<Record<string, (row: Row) => CsvCell>>,
  pages: AsyncIterable<readonly Row[]>,
  form: CsvForm,
  links: ReadonlySet<string> = new Set(),
): AsyncGenerator<string> {
  const file = typeof form === 'string' ? undefined : form;
  const format = file && excelFormat(file.locale);
  const cellOf =
    format === undefined
      ? plainCells(form === 'raw')
      : excelCells({ format, baseUrl: file!.baseUrl }, { zone: file!.zone, isInferred: true });
  const headings = [...Object.keys(columns), ...(file ? [timeZoneColumn] : [])];
  yield (file ? byteOrderMark : '') + csvRecord(headings.map(escapeFormula), format?.delimiter);
  for await (const page of pages) {
    const records = page.map((row) => {
      const cells = Object.entries(columns).map(([heading, read]) =>
        cellOf(read(row), { isLink: links.has(heading) }),
      );
      return csvRecord(file ? [...cells, file.zone] : cells, format?.delimiter);
    });
    yield records.join('');
  }
}

/** What the values of a column are. */
export interface CsvColumn {
  /** Whether its values are paths of the API, which Excel gets with the address of the service. */
  readonly isLink?: boolean;
  /** Whether its texts are times. */
  readonly isTime?: boolean;
}

/** Returns a function that writes the cells of a file for programs. */
export const plainCells =
  (isRaw: boolean) =>
  (value: CsvCell): string | number | null => {
    if (typeof value === 'boolean') return String(value);
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'string' && !isRaw ? escapeFormula(value) : (value ?? null);
  };

/** Returns a function that writes the cells of one row of a file for Excel. `baseUrl` is the address of the service. */
export const excelCells =
  ({ format, baseUrl }: { readonly format: ExcelFormat; readonly baseUrl: string }, row: RowZone) =>
  (value: CsvCell, { isLink = false, isTime = false }: CsvColumn): string | null => {
    if (value === null || value === undefined) return null;
    return excelCell(isLink ? baseUrl + String(value) : value, { isTime, format, row });
  };
