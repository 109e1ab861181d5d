import { reject, type FieldFault } from '../../core/problems.ts';
import type { CsvEncoding } from '../batches/csv-decoder.ts';
import { CsvFile } from '../batches/csv-file.ts';
import { csvLimits, type CsvLimits } from '../batches/csv-parser.ts';
import { findColumns, type SuppressionColumns } from './suppression-columns.ts';
import {
  channelOrAll,
  isFieldFault,
  parseSuppression,
  maxReason,
  type SuppressedAddress,
} from './suppression.ts';

/** A row without a valid address, or with an address that does not exist on the channel. */
export interface SuppressionRowFault {
  /** Row number as in a spreadsheet: the header is 1. In a JSON list the first row is 1. */
  readonly row: number;
  readonly column: string;
  readonly code: string;
  readonly message: string;
  readonly value: string;
}

/** A valid row. */
export interface SuppressionEntry extends SuppressedAddress {
  readonly reason: string;
}

/** Values for columns that a file does not have. */
export interface SuppressionDefaults {
  readonly channel: (typeof channelOrAll)['options'][number];
  readonly reason: string;
  /** ISO 3166-1 alpha-2. National numbers are of this country. */
  readonly defaultCountry?: string | undefined;
}

export interface SuppressionFileOptions {
  /** The encoding that an `EncodingDetector` found. Default: UTF-8. */
  readonly encoding?: CsvEncoding;
  readonly limits?: CsvLimits;
}

/** The result of reading a file. */
export interface SuppressionReport {
  readonly totalRows: number;
  readonly invalidRows: number;
  /** The first 100. */
  readonly errors: readonly SuppressionRowFault[];
}

const maxErrors = 100;
/** Length of the start of the file in which the delimiter is detected. */
const beginningCharacters = 1024;

/**
 * Reads a CSV list of addresses from bytes to entries. With a header, columns may be in any order and unknown columns are ignored. Without
 * one, each line is one address.
 */
export class SuppressionFile {
  readonly #defaults: SuppressionDefaults;
  readonly #limits: CsvLimits;
  readonly #onEntry: (entry: SuppressionEntry) => void;
  readonly #file: CsvFile;
  readonly #errors: SuppressionRowFault[] = [];
  #columns: SuppressionColumns | undefined;
  #totalRows = 0;
  #invalidRows = 0;

  constructor(
    defaults: SuppressionDefaults,
    onEntry: (entry: SuppressionEntry) => void,
    { encoding = 'utf-8', limits = csvLimits }: SuppressionFileOptions = {},
  ) {
    this.#defaults = defaults;
    this.#onEntry = onEntry;
    this.#limits = limits;
    const fileOptions = { encoding, limits, beginningCharacters };
    this.#file = new CsvFile(fileOptions, (cells, row) => this.#readRecord(cells, row));
  }

  /** @throws {Problem} `csv_malformed`, `csv_invalid_header`, `csv_too_large` */
  push(bytes: Uint8Array): void {
    this.#file.push(bytes);
  }

  /** @throws {Problem} as `push`, and `csv_empty` */
  end(): SuppressionReport {
    this.#file.end();
    if (this.#totalRows === 0) reject('csv_empty');
    return { totalRows: this.#totalRows, invalidRows: this.#invalidRows, errors: this.#errors };
  }

  #readRecord(cells: readonly string[], row: number): void {
    if (this.#columns === undefined) {
      const found = findColumns(cells, this.#defaults.defaultCountry);
      this.#columns = found.columns;
      if (found.isHeader) return;
    }
    this.#totalRows += 1;
    const { maxRows } = this.#limits;
    if (this.#totalRows > maxRows)
      reject('csv_too_large', { details: `The file has more than ${maxRows} rows.` });
    this.#readRow(cells, row, this.#columns);
  }

  #readRow(cells: readonly string[], row: number, columns: SuppressionColumns): void {
    const defaults = this.#defaults;
    const cellsOfRow = {
      address: cellOf(cells, columns.address),
      channel: cellOf(cells, columns.channel).toLowerCase() || defaults.channel,
    };
    const read = readRow(cellsOfRow, defaults);
    if (isFieldFault(read)) {
      const { path: column, code, message } = read;
      const value = column === 'address' ? cellsOfRow.address : cellsOfRow.channel;
      this.#rejectRow({ row, column, code, message, value });
      return;
    }
    const reason = cellOf(cells, columns.reason).slice(0, maxReason) || defaults.reason;
    this.#onEntry({ ...read, reason });
  }

  #rejectRow(fault: SuppressionRowFault): void {
    this.#invalidRows += 1;
    if (this.#errors.length < maxErrors) this.#errors.push(fault);
  }
}

const cellOf = (cells: readonly string[], index: number | undefined): string =>
  index === undefined ? '' : (cells[index] ?? '').trim();

function readRow(
  { address, channel }: { readonly address: string; readonly channel: string },
  { defaultCountry }: SuppressionDefaults,
): SuppressedAddress | FieldFault {
  const known = channelOrAll.safeParse(channel);
  if (known.success) return parseSuppression({ address, channel: known.data }, defaultCountry);
  return { path: 'channel', code: 'invalid_value', message: 'Write voice, sms, email or all.' };
}
