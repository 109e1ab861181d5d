import { reject } from '../../core/problems.ts';
import { withoutInvisible } from '../batches/cell-characters.ts';
import type { CsvEncoding } from '../batches/csv-decoder.ts';
import { CsvFile } from '../batches/csv-file.ts';
import { csvLimits, type CsvLimits } from '../batches/csv-parser.ts';
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
  readonly #file: CsvFile;
  #columns: readonly Column[] | undefined;
  totalRows = 0;

  /** @param encoding the encoding that an `EncodingDetector` found */
  constructor(
    onRow: (row: InventoryRow) => void,
    { encoding = 'utf-8', limits = csvLimits }: { encoding?: CsvEncoding; limits?: CsvLimits } = {},
  ) {
    this.#onRow = onRow;
    this.#limits = limits;
    const fileOptions = { encoding, limits, beginningCharacters };
    this.#file = new CsvFile(fileOptions, (cells, rowNumber) => this.#readRecord(cells, rowNumber));
  }

  /** The headers of unknown columns, as in the file. */
  get ignoredColumns(): string[] {
    return (this.#columns ?? []).filter(({ name }) => !knownColumns.has(name)).map(({ header }) => header);
  }

  /** @throws {Problem} `csv_malformed`, `csv_invalid_header`, `csv_missing_phone_column`, `csv_too_large` */
  push(bytes: Uint8Array): void {
    this.#file.push(bytes);
  }

  /** @throws {Problem} as `push`, and `csv_empty` */
  end(): void {
    this.#file.end();
    if (this.totalRows === 0) reject('csv_empty');
  }

  #readRecord(cells: readonly string[], row: number): void {
    if (this.#columns === undefined) {
      this.#columns = readHeader(cells, this.#limits.maxColumns).columns;
      return;
    }
    this.totalRows += 1;
    if (this.totalRows > this.#limits.maxRows)
      reject('csv_too_large', { details: `The file has more than ${this.#limits.maxRows} rows.` });
    const named = this.#columns.map(
      ({ name }, index) => [name, withoutInvisible(cells[index] ?? '').trim()] as const,
    );
    const filled = named.filter(([name, cell]) => knownColumns.has(name) && cell !== '');
    this.#onRow({ row, cells: Object.fromEntries(filled) });
  }
}
