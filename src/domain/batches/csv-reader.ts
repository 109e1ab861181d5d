import { createHash } from 'node:crypto';
import { reject } from '../../core/problems.ts';
import { CellCharacterCheck, type CellCharacters } from './cell-characters.ts';
import type { CsvEncoding } from './csv-decoder.ts';
import { CsvFile } from './csv-file.ts';
import { csvLimits, type CsvLimits } from './csv-parser.ts';
import { csvRecord } from './csv-text.ts';
import { readHeader, rejectedRowColumns, type Column, type ColumnHeaders, type Header } from './header.ts';
import { RowTally, type CountedRows } from './row-tally.ts';
import { NumberGroups, type NumberGroup } from './number-groups.ts';
import { NetworkTally, type RowsByNetwork } from './number-networks.ts';
import { FirstRowByNumber } from './first-row-by-number.ts';
import { NumberSetDigest } from './number-set-digest.ts';
import { RowChecker, type Callee, type RowFault, type RowRules } from './row-check.ts';
import { TimeCells } from './time-cells.ts';

export const skipReasons = [
  'invalid_row',
  'duplicate',
  'suppressed',
  'recently_called',
  'not_eligible',
  'erased',
] as const;

/** One row after the checks. */
export interface CheckedRow {
  readonly rowNumber: number;
  readonly callee: Callee;
  readonly skipReason: 'invalid_row' | 'duplicate' | null;
  /** A human-readable reason for skipping it. */
  readonly detail: string | null;
  /** The code of the fault of its phone number, or else of its first fault. */
  readonly faultCode: string | null;
}

/**
 * Receives a row after the checks. `rejectedRecord` returns the row as a record of a file of rejected rows: its number, its errors, and all
 * its cells as in the file.
 */
type RowListener = (row: CheckedRow, rejectedRecord: () => string) => void;

/** The options of a CSV reader. */
export interface CsvReaderOptions extends RowRules {
  readonly allowDuplicates: boolean;
  /** Whether the header counts as row 1; false for rows from JSON, which are numbered from 1. */
  readonly headerIsRow1: boolean;
  /** Number of preview rows; fewer if they are long. */
  readonly previewRows: number;
  /** Whether rows are checked. If false, they are only counted and previewed. */
  readonly checksRows: boolean;
  /** Headers with another name than their own. */
  readonly columnHeaders?: ColumnHeaders | undefined;
  /** Unix ms. Rows with an earlier `scheduled_at` are counted in `pastTimes`. */
  readonly nowMs?: number;
  readonly limits?: CsvLimits;
}

/** A row with the number or email address of an earlier row. */
export interface DuplicateRow {
  readonly row: number;
  readonly firstRow: number;
  /** The number or the email address. */
  readonly recipient: string;
}

/** The result of checking a file without data from the database. */
export interface CsvReport {
  readonly encoding: CsvEncoding;
  /** The first cell with a letter beyond ASCII, of a file that is not in UTF-8. */
  readonly accented: { readonly row: number; readonly text: string } | null;
  readonly columns: readonly Column[];
  /** The header of a file of rejected rows, with the separator of this file. */
  readonly rejectedHeader: string;
  readonly totalRows: number;
  readonly invalidRows: number;
  readonly duplicateRows: number;
  /** Digest of the numbers or addresses in valid rows, including suppressed ones. */
  readonly numbersDigest: string;
  readonly errors: readonly RowFault[];
  readonly errorsTruncated: boolean;
  /** The first 100 duplicates. */
  readonly duplicates: readonly DuplicateRow[];
  /** By column: empty cells in rows that are neither invalid nor duplicates. */
  readonly emptyCells: readonly CountedRows[];
  /** By time column: cells in those rows that are not recognised as a time. */
  readonly unreadableTimes: readonly CountedRows[];
  /** Groups of similar numbers in those rows. */
  readonly numberGroups: readonly NumberGroup[];
  /** Those rows by the network of their number. */
  readonly networks: RowsByNetwork;
  /** Invisible and lost characters in those rows. */
  readonly characters: CellCharacters;
  /** Those rows whose `scheduled_at` is in the past. */
  readonly pastTimes: CountedRows;
  /** The first rows by column name, as in the file. */
  readonly preview: readonly Readonly<Record<string, string>>[];
  /** The E.164 number or email address of each preview row; null if it is invalid. */
  readonly recipients: readonly (string | null)[];
  /** The times of each preview row in ISO 8601, by column; null for a date that cannot be read. */
  readonly times: readonly Readonly<Record<string, string | null>>[];
  /** The preview rows as checked; empty if rows are not checked. */
  readonly checkedPreview: readonly CheckedRow[];
}

const maxErrors = 100;
const maxDuplicates = 100;
/** The preview ends with the row that reaches this length. */
const maxPreviewCharacters = 512 * 1024;
/** Length of the start of the file that must contain the header. */
const beginningCharacters = 64 * 1024;

/** Returns an email address as 15 digits after a plus sign: a hash, which is equal for two addresses of a file with a probability below 10^-5. */
const addressNumber = (address: string): string =>
  `+${BigInt(`0x${createHash('sha256').update(address).digest('hex').slice(0, 16)}`) % 10n ** 15n}`;

/** Copies a substring, because a substring keeps the whole text in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();

const withCopiedValue = (fault: RowFault): RowFault => ({
  ...fault,
  value: fault.value === null ? null : copyOf(fault.value),
});

const maxAccentedCharacters = 40;

/** Returns the first cell with a letter beyond ASCII; null if there is none. */
function accentedCell(cells: readonly string[], row: number): CsvReport['accented'] {
  const cell = cells.find((text) => /[^\p{ASCII}\P{L}]/u.test(text));
  return cell === undefined ? null : { row, text: copyOf(cell.trim().slice(0, maxAccentedCharacters)) };
}

/** Returns one cell per column, with the texts of joined cells separated by a space, and then the cells without a column. */
function joinCells(cells: readonly string[], cellsOfColumn: readonly (readonly number[])[]): string[] {
  const named = new Set(cellsOfColumn.flat());
  const joined = cellsOfColumn.map((indexes) =>
    indexes
      .map((index) => (cells[index] ?? '').trim())
      .filter((text) => text !== '')
      .join(' '),
  );
  return [...joined, ...cells.slice(named.size)];
}

/** Reads and checks a file from bytes to rows. `onRow` receives each row once, in order. */
export class CsvReader {
  readonly #options: CsvReaderOptions;
  readonly #limits: CsvLimits;
  readonly #onRow: RowListener;
  readonly #encoding: CsvEncoding;
  readonly #file: CsvFile;
  readonly #numbers = new FirstRowByNumber();
  readonly #numberSet = new NumberSetDigest();
  readonly #numberGroups = new NumberGroups();
  readonly #networks = new NetworkTally();
  readonly #errors: RowFault[] = [];
  readonly #duplicates: DuplicateRow[] = [];
  readonly #preview: Record<string, string>[] = [];
  readonly #recipients: (string | null)[] = [];
  readonly #times: CsvReport['times'][number][] = [];
  readonly #checkedPreview: CheckedRow[] = [];
  readonly #pastTimes = new RowTally();
  #characters: CellCharacterCheck | undefined;
  #needsCharacterCheck = false;
  #emptyCells: RowTally[] = [];
  #timeCells: TimeCells | undefined;
  #accented: CsvReport['accented'] = null;
  #columns: readonly Column[] | undefined;
  #headerCells: readonly string[] = [];
  #cellsOfColumn: Header['cellsOfColumn'];
  #checker: RowChecker | undefined;
  #totalRows = 0;
  #invalidRows = 0;
  #duplicateRows = 0;
  #faultCount = 0;
  #previewCharacters = 0;

  /** @param encoding the encoding of the file, which an `EncodingDetector` found */
  constructor(options: CsvReaderOptions, onRow: RowListener = () => {}, encoding: CsvEncoding = 'utf-8') {
    this.#options = options;
    this.#limits = options.limits ?? csvLimits;
    this.#onRow = onRow;
    this.#encoding = encoding;
    const onText = (text: string) => void (this.#needsCharacterCheck ||= CellCharacterCheck.isNeeded(text));
    const fileOptions = { encoding, limits: this.#limits, beginningCharacters, onText };
    this.#file = new CsvFile(fileOptions, (cells, row) => this.#readRecord(cells, row));
  }

  /** @throws {Problem} `csv_malformed`, `csv_invalid_header`, `csv_missing_phone_column`, `csv_missing_email_column`, `csv_too_large` */
  push(bytes: Uint8Array): void {
    this.#file.push(bytes);
  }

  /** @throws {Problem} as `push`, and `csv_empty` */
  end(): CsvReport {
    this.#file.end();
    if (this.#columns === undefined || this.#totalRows === 0) reject('csv_empty');
    return {
      encoding: this.#encoding,
      accented: this.#accented,
      columns: this.#columns,
      rejectedHeader: this.#recordOf([...rejectedRowColumns], this.#headerCells),
      totalRows: this.#totalRows,
      invalidRows: this.#invalidRows,
      duplicateRows: this.#duplicateRows,
      numbersDigest: this.#numberSet.digest,
      errors: this.#errors,
      errorsTruncated: this.#faultCount > this.#errors.length,
      duplicates: this.#duplicates,
      emptyCells: this.#emptyCells,
      unreadableTimes: this.#timeCells?.unreadable ?? [],
      numberGroups: this.#numberGroups.all,
      networks: this.#networks,
      characters: this.#characters!,
      pastTimes: this.#pastTimes,
      preview: this.#preview,
      recipients: this.#recipients,
      times: this.#times,
      checkedPreview: this.#checkedPreview,
    };
  }

  #readRecord(sent: readonly string[], rowNumber: number): void {
    if (this.#encoding !== 'utf-8')
      this.#accented ??= accentedCell(sent, rowNumber - (this.#options.headerIsRow1 ? 0 : 1));
    if (this.#columns === undefined) {
      this.#readHeader(sent);
      return;
    }
    const cells = this.#cellsOfColumn === undefined ? sent : joinCells(sent, this.#cellsOfColumn);
    this.#totalRows += 1;
    if (this.#totalRows > this.#limits.maxRows)
      reject('csv_too_large', { details: `The file has more than ${this.#limits.maxRows} rows. Split it.` });
    if (this.#preview.length < this.#options.previewRows && this.#previewCharacters < maxPreviewCharacters)
      this.#addPreviewRow(cells);
    if (this.#options.checksRows) this.#readRow(cells, rowNumber, sent);
  }

  #readRow(cells: readonly string[], rowNumber: number, sent: readonly string[]): void {
    const cleaned = this.#needsCharacterCheck ? this.#characters!.clean(cells) : cells;
    const row = this.#checkRow(cleaned, rowNumber - (this.#options.headerIsRow1 ? 0 : 1), sent.length);
    if (this.#checkedPreview.length === this.#totalRows - 1 && this.#preview.length === this.#totalRows)
      this.#checkedPreview.push(row);
    this.#onRow(row, () => this.#recordOf([String(row.rowNumber), row.detail ?? ''], sent));
  }

  /** Returns a record of a file of rejected rows, without the columns that an earlier such file has. */
  #recordOf(added: readonly string[], sent: readonly string[]): string {
    const isIgnored = (index: number) => {
      const header = this.#headerCells[index];
      return this.#columns!.some((column) => column.role === 'ignored' && column.header === header);
    };
    return csvRecord([...added, ...sent.filter((_cell, index) => !isIgnored(index))], this.#file.delimiter);
  }

  #readHeader(cells: readonly string[]): void {
    const { columnHeaders, channel } = this.#options;
    const header = readHeader(cells, this.#limits.maxColumns, columnHeaders, channel);
    this.#columns = header.columns;
    this.#headerCells = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map(copyOf);
    this.#cellsOfColumn = header.cellsOfColumn;
    this.#emptyCells = this.#columns.map(() => new RowTally());
    this.#timeCells = new TimeCells(this.#columns, this.#options);
    this.#characters = new CellCharacterCheck(this.#columns.length);
    this.#checker = new RowChecker({ ...header, headerCells: cells.length }, this.#options);
  }

  #addPreviewRow(cells: readonly string[]): void {
    const entries = this.#columns!.map(({ name }, index) => [name, cells[index] ?? '']);
    this.#preview.push(Object.fromEntries(entries) as Record<string, string>);
    this.#recipients.push(this.#checker!.recipient(cells) ?? null);
    this.#times.push(this.#checker!.times(cells));
    this.#previewCharacters += cells.reduce((characters, cell) => characters + cell.length, 0);
  }

  #checkRow(cells: readonly string[], rowNumber: number, width: number): CheckedRow {
    const faults: RowFault[] = [];
    const callee = this.#checker!.check(cells, rowNumber, width, faults);
    const [first] = faults;
    if (first !== undefined) return this.#invalidRow(rowNumber, callee, faults);
    const { channel } = this.#options;
    const number = channel === 'email' ? addressNumber(callee.recipient) : callee.recipient;
    const firstRow = this.#numbers.firstRow(number, rowNumber);
    if (firstRow === undefined) this.#numberSet.add(number);
    if (firstRow === undefined || this.#options.allowDuplicates) {
      this.#countRow(cells, rowNumber, callee);
      return { rowNumber, callee, skipReason: null, detail: null, faultCode: null };
    }
    this.#duplicateRows += 1;
    if (this.#duplicates.length < maxDuplicates)
      this.#duplicates.push({ row: rowNumber, firstRow, recipient: copyOf(callee.recipient) });
    const detail = `Row ${firstRow} has the same ${channel === 'email' ? 'address' : 'number'}.`;
    return { rowNumber, callee, skipReason: 'duplicate', detail, faultCode: null };
  }

  /** Counts a row that is neither invalid nor a duplicate. */
  #countRow(cells: readonly string[], rowNumber: number, { recipient, customer, scheduledAt }: Callee): void {
    this.#countEmptyCells(cells, rowNumber);
    this.#timeCells!.add(cells, rowNumber);
    this.#networks.add(recipient, rowNumber);
    if (this.#options.channel !== 'email') this.#numberGroups.add(recipient, rowNumber, customer.timezone);
    if (this.#needsCharacterCheck) this.#characters!.count(cells, rowNumber);
    const { nowMs } = this.#options;
    if (nowMs !== undefined && scheduledAt !== undefined && Date.parse(scheduledAt) < nowMs)
      this.#pastTimes.add(rowNumber);
  }

  #countEmptyCells(cells: readonly string[], rowNumber: number): void {
    for (let index = 0; index < this.#emptyCells.length; index += 1)
      if ((cells[index] ?? '').trim() === '') this.#emptyCells[index]!.add(rowNumber);
  }

  #invalidRow(rowNumber: number, callee: Callee, faults: readonly RowFault[]): CheckedRow {
    this.#invalidRows += 1;
    this.#faultCount += faults.length;
    this.#errors.push(...faults.slice(0, maxErrors - this.#errors.length).map(withCopiedValue));
    const ofNumber = faults.find(({ code }) => code === 'invalid_number' || code === 'missing_number');
    const detail = faults
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join(' ');
    return { rowNumber, callee, skipReason: 'invalid_row', detail, faultCode: (ofNumber ?? faults[0]!).code };
  }
}
