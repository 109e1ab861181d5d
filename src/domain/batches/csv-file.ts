import { Problem } from '../../core/problems.ts';
import { CsvDecoder, type CsvEncoding } from './csv-decoder.ts';
import {
  CsvParser,
  readDelimiter,
  type CsvDelimiter,
  type CsvLimits,
  type RecordListener,
} from './csv-parser.ts';

/** How to read the records of a file. */
export interface CsvFileOptions {
  readonly encoding: CsvEncoding;
  readonly limits: CsvLimits;
  /** Length of the start of the file in which the delimiter is detected. */
  readonly beginningCharacters: number;
  /** Receives each piece of text before its records. */
  readonly onText?: (text: string) => void;
}

/** Decodes a file, detects its delimiter, and parses its records. */
export class CsvFile {
  readonly #options: CsvFileOptions;
  readonly #decoder: CsvDecoder;
  readonly #onRecord: RecordListener;
  #beginning = '';
  #parser: CsvParser | undefined;

  constructor(options: CsvFileOptions, onRecord: RecordListener) {
    this.#options = options;
    this.#decoder = new CsvDecoder(options.encoding);
    this.#onRecord = onRecord;
  }

  /** @throws {Problem} `csv_malformed`, `csv_too_large`, with the row */
  push(bytes: Uint8Array): void {
    this.#decode(bytes, false);
  }

  /** @throws {Problem} as `push` */
  end(): void {
    this.#decode(new Uint8Array(), true);
    this.#startedParser().end();
  }

  /** The separator of the cells. */
  get delimiter(): CsvDelimiter {
    return this.#startedParser().delimiter;
  }

  #decode(bytes: Uint8Array, isLast: boolean): void {
    const { text, fault } = this.#decoder.decode(bytes, isLast);
    const nul = text.indexOf('\0');
    this.#parse(nul === -1 ? text : text.slice(0, nul));
    if (nul !== -1) this.#rejectRow('contains a NUL character. Save the file as text in UTF-8.');
    if (fault !== undefined) this.#rejectRow(fault);
  }

  #parse(text: string): void {
    this.#options.onText?.(text);
    if (this.#parser !== undefined) {
      this.#parser.push(text);
      return;
    }
    this.#beginning += text;
    if (this.#beginning.length >= this.#options.beginningCharacters) this.#startedParser();
  }

  /** Returns the parser. The first call detects the delimiter in the text so far. */
  #startedParser(): CsvParser {
    if (this.#parser !== undefined) return this.#parser;
    const { delimiter, rest } = readDelimiter(this.#beginning);
    this.#parser = new CsvParser(delimiter, this.#options.limits, this.#onRecord);
    this.#beginning = '';
    this.#parser.push(rest);
    return this.#parser;
  }

  #rejectRow(fault: string): never {
    const row = this.#startedParser().nextRowNumber;
    throw new Problem('csv_malformed', { details: `Row ${row} ${fault}` });
  }
}
