import { Problem, refuse, type FieldFault } from '../../core/problems.ts';
import { CsvDecoder } from '../batches/csv-decoder.ts';
import { CsvParser, csvLimits, readDelimiterLine, type CsvLimits } from '../batches/csv-parser.ts';
import { findColumns, type SuppressionColumns } from './suppression-columns.ts';
import {
  channelOrAll,
  isFieldFault,
  parseSuppression,
  reasonMax,
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

/** The result of reading a file. */
export interface SuppressionReport {
  readonly totalRows: number;
  readonly invalidRows: number;
  /** The first 100. */
  readonly errors: readonly SuppressionRowFault[];
}

const errorsMax = 100;
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
  readonly #decoder = new CsvDecoder();
  readonly #errors: SuppressionRowFault[] = [];
  #beginning = '';
  #parser: CsvParser | undefined;
  #columns: SuppressionColumns | undefined;
  #totalRows = 0;
  #invalidRows = 0;

  constructor(
    defaults: SuppressionDefaults,
    onEntry: (entry: SuppressionEntry) => void,
    limits: CsvLimits = csvLimits,
  ) {
    this.#defaults = defaults;
    this.#onEntry = onEntry;
    this.#limits = limits;
  }

  /** @throws {Problem} `csv_malformed`, `csv_invalid_header`, `csv_too_large` */
  push(bytes: Uint8Array): void {
    this.#pushText(this.#decoder.decode(bytes, false));
  }

  /** @throws {Problem} as `push`, and `csv_empty` */
  end(): SuppressionReport {
    this.#pushText(this.#decoder.decode(new Uint8Array(), true));
    this.#startParser();
    this.#parser?.end();
    if (this.#totalRows === 0) refuse('csv_empty');
    return { totalRows: this.#totalRows, invalidRows: this.#invalidRows, errors: this.#errors };
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
      const found = findColumns(cells, this.#defaults.defaultCountry);
      this.#columns = found.columns;
      if (found.isHeader) return;
    }
    this.#totalRows += 1;
    const { rowsMax } = this.#limits;
    if (this.#totalRows > rowsMax)
      refuse('csv_too_large', { details: `The file has more than ${rowsMax} rows.` });
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
      this.#refuseRow({ row, column, code, message, value });
      return;
    }
    const reason = cellOf(cells, columns.reason).slice(0, reasonMax) || defaults.reason;
    this.#onEntry({ ...read, reason });
  }

  #refuseRow(fault: SuppressionRowFault): void {
    this.#invalidRows += 1;
    if (this.#errors.length < errorsMax) this.#errors.push(fault);
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
