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

/** A row that holds no address, or one that the channel does not have. */
export interface SuppressionRowFault {
  /** As a spreadsheet counts: the header is 1. In a list that came as JSON the first is 1. */
  readonly row: number;
  readonly column: string;
  readonly code: string;
  readonly message: string;
  readonly value: string;
}

export interface SuppressionEntry extends SuppressedAddress {
  readonly reason: string;
}

/** What stands for the columns that a file does not have. */
export interface SuppressionDefaults {
  readonly channel: (typeof channelOrAll)['options'][number];
  readonly reason: string;
  /** ISO 3166-1 alpha-2: numbers may stand in its national form. */
  readonly defaultCountry?: string | undefined;
}

export interface SuppressionReport {
  readonly totalRows: number;
  readonly invalidRows: number;
  /** The first 100. */
  readonly errors: readonly SuppressionRowFault[];
}

const errorsMax = 100;
/** So much of the header tells what separates the cells. */
const beginningCharacters = 1024;

/**
 * A list of addresses as CSV, on its way from bytes to entries. With a header its columns may stand anywhere and others are passed
 * over; without one it has addresses alone, one in each line.
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
    this.#take(this.#decoder.decode(bytes, false));
  }

  /** @throws {Problem} as `push`, and `csv_empty` */
  end(): SuppressionReport {
    this.#take(this.#decoder.decode(new Uint8Array(), true));
    this.#begin();
    this.#parser?.end();
    if (this.#totalRows === 0) refuse('csv_empty');
    return { totalRows: this.#totalRows, invalidRows: this.#invalidRows, errors: this.#errors };
  }

  #take(text: string): void {
    if (text.includes('\0'))
      throw new Problem('csv_malformed', { details: 'The file holds a NUL character, which no text has.' });
    if (this.#parser !== undefined) {
      this.#parser.push(text);
      return;
    }
    this.#beginning += text;
    if (this.#beginning.length >= beginningCharacters) this.#begin();
  }

  /** Once enough is there to tell the delimiter. */
  #begin(): void {
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
    const sent = {
      address: cellOf(cells, columns.address),
      channel: cellOf(cells, columns.channel).toLowerCase() || defaults.channel,
    };
    const read = readRow(sent, defaults);
    if (isFieldFault(read)) {
      const { path: column, code, message } = read;
      const value = column === 'address' ? sent.address : sent.channel;
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
