import { reject } from '../../core/problems.ts';

/** The limits of a CSV file. The reader of the records enforces the numbers of rows and columns. */
export interface CsvLimits {
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Maximum size of a cell in UTF-8. */
  readonly maxCellBytes: number;
}

/** The default limits of a file. Its size is limited separately, to 256 MiB. */
export const csvLimits: CsvLimits = { maxRows: 1_000_000, maxColumns: 100, maxCellBytes: 4096 };

/** Receives a record. `rowNumber` is the row number of a spreadsheet: the header is 1, and empty lines count. */
export type RecordListener = (cells: string[], rowNumber: number) => void;

const newline = 10;
const carriageReturn = 13;
const quote = '"';
/** The quotes and the delimiter of a cell. */
const cellPunctuationCharacters = 3;

/**
 * Parses CSV (RFC 4180) in pieces of any size. Records end with CRLF or LF. Quoted cells may contain delimiters, line ends and doubled
 * quotes. A quote inside an unquoted cell is literal. Empty lines are skipped. The parser buffers at most one record of maximum size.
 */
export class CsvParser {
  readonly delimiter: CsvDelimiter;
  readonly #limits: CsvLimits;
  readonly #onRecord: RecordListener;
  #text = '';
  #at = 0;
  #rowNumber = 0;
  #isEnded = false;

  constructor(delimiter: CsvDelimiter, limits: CsvLimits, onRecord: RecordListener) {
    this.delimiter = delimiter;
    this.#limits = limits;
    this.#onRecord = onRecord;
  }

  /** @throws {Problem} `csv_malformed`, `csv_too_large`, with the row and column */
  push(text: string): void {
    const rest = this.#text.slice(this.#at);
    this.#text = rest === '' ? text : rest + text;
    this.#at = 0;
    while (this.#readRecord());
    this.#checkRest();
  }

  /** @throws {Problem} as `push` */
  end(): void {
    this.#isEnded = true;
    while (this.#readRecord());
  }

  /** Row number of the record that is being read. */
  get nextRowNumber(): number {
    return this.#rowNumber + 1;
  }

  /** Reads one record. Returns false if it is incomplete. */
  #readRecord(): boolean {
    const start = this.#at;
    if (start >= this.#text.length) return false;
    const found = this.#text.indexOf('\n', start);
    if (found === -1 && !this.#isEnded) return false;
    const end = found === -1 ? this.#text.length : found;
    const isCrlf = end > start && this.#text.charCodeAt(end - 1) === carriageReturn;
    const line = this.#text.slice(start, isCrlf ? end - 1 : end);
    if (line.includes(quote)) return this.#readQuotedRecord();
    this.#at = end + 1;
    this.#emit(line === '' ? [] : line.split(this.delimiter), line.length);
    return true;
  }

  /** Reads a record with quotes cell by cell, across lines. */
  #readQuotedRecord(): boolean {
    const start = this.#at;
    const cells: string[] = [];
    let at = start;
    for (;;) {
      const isQuoted = this.#text[at] === quote;
      const end = isQuoted ? this.#quotedEnd(at, cells.length) : this.#plainEnd(at);
      if (end === undefined) return false;
      cells.push(isQuoted ? unquote(this.#text.slice(at + 1, end - 1)) : this.#plainCell(at, end));
      if (this.#text[end] !== this.delimiter) {
        this.#at = end + (this.#text.charCodeAt(end) === carriageReturn ? 2 : 1);
        this.#emit(cells, end - start);
        return true;
      }
      at = end + 1;
    }
  }

  /** Returns the index after the closing quote; undefined if more text is needed. */
  #quotedEnd(start: number, column: number): number | undefined {
    const text = this.#text;
    let close = text.indexOf(quote, start + 1);
    while (close !== -1 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
    if (close === -1) {
      if (this.#isEnded) this.#reject(column, 'the quote that opens this cell is never closed');
      return undefined;
    }
    if (!this.#isEnded && this.#isCutAt(close + 1)) return undefined;
    if (this.#endsCell(close + 1)) return close + 1;
    return this.#reject(column, 'there is text between the closing quote and the next cell');
  }

  /** Returns whether the next piece may continue a doubled quote or a CRLF. */
  #isCutAt(at: number): boolean {
    const { length } = this.#text;
    return at >= length || (this.#text.charCodeAt(at) === carriageReturn && at + 1 >= length);
  }

  /** Returns whether a cell can end here. Expects that `#isCutAt` is false or the text has ended. */
  #endsCell(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    if (code === carriageReturn)
      return at + 1 >= this.#text.length || this.#text.charCodeAt(at + 1) === newline;
    return at >= this.#text.length || code === newline || this.#text[at] === this.delimiter;
  }

  #plainEnd(start: number): number | undefined {
    const text = this.#text;
    const delimiter = this.delimiter.charCodeAt(0);
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === delimiter || code === newline) return at;
    }
    return this.#isEnded ? text.length : undefined;
  }

  /** Returns an unquoted cell without the carriage return of a line end. */
  #plainCell(start: number, end: number): string {
    const isLineEnd = this.#text[end] !== this.delimiter;
    const isCrlf = isLineEnd && end > start && this.#text.charCodeAt(end - 1) === carriageReturn;
    return this.#text.slice(start, isCrlf ? end - 1 : end);
  }

  #emit(cells: string[], lengthCharacters: number): void {
    this.#rowNumber += 1;
    // A shorter record has no cell over the limit: a UTF-16 code unit is at most 3 bytes in UTF-8.
    if (lengthCharacters * 3 > this.#limits.maxCellBytes) this.#checkCells(cells);
    if (cells.length > 0) this.#onRecord(cells, this.#rowNumber);
  }

  #checkCells(cells: readonly string[]): void {
    const { maxCellBytes } = this.#limits;
    const column = cells.findIndex((cell) => Buffer.byteLength(cell) > maxCellBytes);
    if (column !== -1) this.#rejectSize(`Row ${this.#rowNumber}, column ${column + 1}`);
  }

  /** Limits the buffer for a record that does not end. */
  #checkRest(): void {
    const { maxColumns, maxCellBytes } = this.#limits;
    const restCharacters = this.#text.length - this.#at;
    const maxRecordCharacters = maxColumns * (maxCellBytes + cellPunctuationCharacters);
    if (restCharacters > maxRecordCharacters) this.#rejectSize(`Row ${this.nextRowNumber}`);
  }

  #reject(column: number, fault: string): never {
    reject('csv_malformed', { details: `Row ${this.nextRowNumber}, column ${column + 1}: ${fault}.` });
  }

  #rejectSize(position: string): never {
    const { maxCellBytes } = this.#limits;
    reject('csv_too_large', {
      details: `${position}: a cell has more than ${maxCellBytes} bytes. Perhaps a quote is not closed.`,
    });
  }
}

const unquote = (text: string): string => (text.includes(quote) ? text.replaceAll('""', quote) : text);

const delimiters = [',', ';', '\t', '|'] as const;

export type CsvDelimiter = (typeof delimiters)[number];

/** Returns the delimiter that occurs most often in the header, outside of quotes. */
export function findDelimiter(beginning: string): CsvDelimiter {
  const counts = new Map<CsvDelimiter, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of beginning) {
    if (character === quote) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n') break;
    const count = counts.get(character as CsvDelimiter);
    if (count !== undefined) counts.set(character as CsvDelimiter, count + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** The delimiter line of Excel. */
const delimiterLine = /^"?sep=([,;\t|])"?\r?\n/i;

/**
 * Returns the delimiter, and the text that begins with the header. The delimiter is that of a first line such as `sep=;`, which spreadsheets do
 * not number, or is detected in the header.
 */
export function readDelimiter(beginning: string): {
  readonly delimiter: CsvDelimiter;
  readonly rest: string;
} {
  const [line, delimiter] = (delimiterLine.exec(beginning) ?? ['']) as [string, CsvDelimiter?];
  return { delimiter: delimiter ?? findDelimiter(beginning), rest: beginning.slice(line.length) };
}
