import { reject } from '../../core/problems.ts';
import { type CsvDelimiter, csvLimits } from './csv-parser.ts';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Returns one CSV record (RFC 4180) with its line end. */
export function csvRecord(cells: readonly (string | number | null)[], delimiter: CsvDelimiter = ','): string {
  const texts = cells.map((cell) => {
    const text = cell === null ? '' : String(cell);
    return /[",;|\t\r\n]|^$/.test(text) && text !== '' ? quoted(text) : text;
  });
  return `${texts.join(delimiter)}\r\n`;
}

/** Returns the text with an apostrophe before a formula character, so that no spreadsheet interprets it as a formula. */
export const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

type Value = string | number | boolean | null;

/** Maximum number of cells. Rows with different keys produce a table that is much larger than the rows. */
const maxCells = 200_000;

/** Number of cells in one piece of text. */
const pieceCells = 10_000;

/**
 * Converts rows to an equivalent CSV file, in pieces. Every cell is quoted, so that no row is an empty line.
 * @throws {Problem} `csv_too_large`
 */
export function* rowsAsCsv(rows: readonly Readonly<Record<string, Value>>[]): Generator<string> {
  const names = columnsOf(rows);
  if (names.length * rows.length > maxCells) {
    const details = `The rows have more than ${maxCells.toLocaleString('en-US')} cells as a table. Send the file as text/csv.`;
    reject('csv_too_large', { details });
  }
  const recordOf = (values: readonly (Value | undefined)[]) =>
    values.map((value) => quoted(String(value ?? ''))).join(',');
  const pieceRows = Math.ceil(pieceCells / Math.max(names.length, 1));
  yield recordOf(names);
  for (let from = 0; from < rows.length; from += pieceRows) {
    const lines = rows.slice(from, from + pieceRows).map((row) => recordOf(names.map((name) => row[name])));
    yield `\n${lines.join('\n')}`;
  }
}

/** Returns every key, in order of first occurrence. */
function columnsOf(rows: readonly Readonly<Record<string, Value>>[]): string[] {
  const { maxColumns } = csvLimits;
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name);
    if (names.size > maxColumns)
      reject('csv_too_large', { details: `The rows have more than ${maxColumns} columns. Remove some.` });
  }
  return [...names];
}
