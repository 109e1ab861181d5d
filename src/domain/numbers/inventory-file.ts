import { Problem, refuse } from '../../core/problems.ts';
import { withoutInvisible } from '../batches/cell-characters.ts';
import { CsvDecoder } from '../batches/csv-decoder.ts';
import { CsvParser, csvLimits, readDelimiterLine, type CsvLimits } from '../batches/csv-parser.ts';
import { readHeader, type Column } from '../batches/header.ts';
import { inventoryColumns, type InventoryCells } from './inventory-row.ts';

/** One row of an inventory file. */
export interface InventoryRow {
  /** Row number as in a spreadsheet: the header is 1. */
  readonly row: number;
  readonly cells: InventoryCells;
}

/** Length of the start of the file that must contain the header. */
const beginningCharacters = 64 * 1024;
const knownColumns: ReadonlySet<string> = new Set(inventoryColumns);

/** Reads a CSV file of numbers from bytes to rows. */
export class InventoryFile {
  readonly #limits: CsvLimits;
  readonly #onRow: (row: InventoryRow) => void;
  readonly #decoder = new CsvDecoder();
  #beginning = '';
  #parser: CsvParser | undefined;
  #columns: readonly Column[] | undefined;
  totalRows = 0;

  constructor(onRow: (row: InventoryRow) => void, limits: CsvLimits = csvLimits) {
    this.#onRow = onRow;
    this.#limits = limits;
  }

  /** The headers of unknown columns, as in the file. */
  get ignoredColumns(): string[] {
    return (this.#columns ?? []).filter(({ name }) => !knownColumns.has(name)).map(({ header }) => header);
  }

  /** @throws {Problem} `csv_malformed`, `csv_invalid_header`, `csv_missing_phone_column`, `csv_too_large` */
  push(bytes: Uint8Array): void {
    this.#pushText(this.#decoder.decode(bytes, false));
  }

  /** @throws {Problem} as `push`, and `csv_empty` */
  end(): void {
    this.#pushText(this.#decoder.decode(new Uint8Array(), true));
    this.#startParser();
    this.#parser?.end();
    if (this.totalRows === 0) refuse('csv_empty');
  }

  #pushText(text: string): void {
    if (text.includes('\0'))
      throw new Problem('csv_malformed', {
        details: 'The file contains a NUL character. Save it as text in UTF-8.',
      });
    if (this.#parser !== undefined) {
      this.#parser.push(text);
      return;
    }
    this.#beginning += text;
    if (this.#beginning.length >= beginningCharacters) this.#startParser();
  }

  /** Detects the delimiter when enough of the file has arrived, and starts the parser. */
  #startParser(): void {
    if (this.#parser !== undefined) return;
    const { delimiter, rest } = readDelimiterLine(this.#beginning);
    this.#parser = new CsvParser(delimiter, this.#limits, (cells, row) => this.#readRecord(cells, row));
    this.#parser.push(rest);
    this.#beginning = '';
  }

  #readRecord(cells: readonly string[], row: number): void {
    if (this.#columns === undefined) {
      this.#columns = readHeader(cells, this.#limits.columnsMax);
      return;
    }
    this.totalRows += 1;
    if (this.totalRows > this.#limits.rowsMax)
      refuse('csv_too_large', { details: `The file has more than ${this.#limits.rowsMax} rows.` });
    const named = this.#columns.map(
      ({ name }, index) => [name, withoutInvisible(cells[index] ?? '').trim()] as const,
    );
    const filled = named.filter(([name, cell]) => knownColumns.has(name) && cell !== '');
    this.#onRow({ row, cells: Object.fromEntries(filled) });
  }
}
