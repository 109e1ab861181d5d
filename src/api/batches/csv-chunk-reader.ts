import { readSync } from 'node:fs';
import type { NumberZones } from '../../core/number-zones.ts';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { EncodingDetector, type CsvEncoding } from '../../domain/batches/csv-decoder.ts';
import { CsvReader, type CsvReport, type CheckedRow } from '../../domain/batches/csv-reader.ts';
import { jobIds } from '../../domain/batches/job-ids.ts';
import { JobArrayBuilder } from '../../store/batches/batch-jobs.ts';
import { TextArray } from '../../store/text-array.ts';
import type { UploadedBytes } from '../uploads/upload.ts';
import type { CsvChunk, CsvTask } from './csv-thread-messages.ts';

/** A chunk is complete at this number of jobs or phone numbers. */
const minChunkEntries = 2000;
/** A chunk is also complete at this size, which limits chunks of long rows. */
const minChunkBytes = 1024 * 1024;

/** Reads a file in blocks and yields its checked rows in chunks. */
export class CsvChunkReader {
  readonly #task: CsvTask;
  readonly #blockBytes: number;
  readonly #zones: NumberZones;
  readonly #chunks: ChunkBuilder;

  constructor(task: CsvTask, blockBytes: number, zones: NumberZones) {
    this.#task = task;
    this.#zones = zones;
    this.#blockBytes = blockBytes;
    this.#chunks = builderOf(task);
  }

  /**
   * Reads the file block by block. Yields the chunk that a block completes, or `undefined` if it completes none.
   * @throws {Problem} `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `csv_too_large`
   */
  *read(): Generator<CsvChunk | undefined, CsvReport> {
    const chunks = this.#chunks;
    const zonesOfNumber = (e164: string) => {
      const number = parsePhoneNumber(e164);
      return number === undefined ? [] : this.#zones.find(number);
    };
    const options = { ...this.#task.options, zonesOfNumber };
    const csv = new CsvReader(options, (...row) => chunks.add(...row), this.#detectEncoding());
    for (const block of readBlocks(this.#task.content, this.#blockBytes)) {
      csv.push(block);
      yield chunks.size >= minChunkEntries || chunks.sizeBytes >= minChunkBytes ? chunks.take() : undefined;
    }
    const report = csv.end();
    if (chunks.size > 0) yield chunks.take();
    return report;
  }

  #detectEncoding(): CsvEncoding {
    const detector = new EncodingDetector();
    for (const block of readBlocks(this.#task.content, this.#blockBytes)) detector.push(block);
    return detector.end();
  }

  /** Reuses the memory of a processed chunk. */
  recycle(chunk: CsvChunk): void {
    this.#chunks.recycle(chunk);
  }
}

interface ChunkBuilder {
  /** Number of jobs, phone numbers or records. */
  readonly size: number;
  readonly sizeBytes: number;
  add(row: CheckedRow, rejectedRecord: () => string): void;
  take(): CsvChunk;
  recycle(chunk: CsvChunk): void;
}

function builderOf({ baseJobId, collectsRejected }: CsvTask): ChunkBuilder {
  if (collectsRejected === true) return new RejectedChunkBuilder();
  return baseJobId === undefined ? new NumberChunkBuilder() : new JobChunkBuilder(baseJobId);
}

function* readBlocks(content: UploadedBytes, blockBytes: number): Generator<Uint8Array> {
  if ('bytes' in content) {
    const { bytes } = content;
    for (let at = 0; at < bytes.length; at += blockBytes) yield bytes.subarray(at, at + blockBytes);
    return;
  }
  const block = new Uint8Array(blockBytes);
  for (let at = 0; ;) {
    const count = readSync(content.descriptor, block, 0, blockBytes, at);
    if (count === 0) return;
    yield block.subarray(0, count);
    at += count;
  }
}

/** Builds jobs in the binary format of the database, so that the main thread only forwards bytes. */
class JobChunkBuilder implements ChunkBuilder {
  readonly #idOf: (index: number) => string;
  readonly #jobs = new JobArrayBuilder();
  #count = 0;
  #invalidRows = 0;

  constructor(baseJobId: string) {
    this.#idOf = jobIds(baseJobId);
  }

  get size(): number {
    return this.#jobs.size;
  }

  get sizeBytes(): number {
    return this.#jobs.sizeBytes;
  }

  add({ rowNumber, callee, skipReason, detail, faultCode }: CheckedRow): void {
    const isNumberFault = faultCode === 'invalid_number' || faultCode === 'missing_number';
    const { recipient, fromNumber, customer, dynamic, overrides, scheduledAt } = callee;
    this.#jobs.add({
      id: this.#idOf(this.#count),
      rowNumber,
      recipient,
      skipReason,
      outcome: isNumberFault ? 'invalid_number' : undefined,
      detail,
      fromNumber,
      customer,
      dynamic,
      overrides: Object.keys(overrides).length === 0 ? undefined : overrides,
      scheduledAt,
    });
    this.#count += 1;
    if (skipReason === 'invalid_row') this.#invalidRows += 1;
  }

  take(): CsvChunk {
    const invalidRows = this.#invalidRows;
    this.#invalidRows = 0;
    return { jobs: this.#jobs.take(), numbers: null, rowNumbers: null, invalidRows, rejected: '' };
  }

  recycle({ jobs }: CsvChunk): void {
    if (jobs !== null) this.#jobs.recycle(jobs);
  }
}

/** Builds chunks of the phone numbers of rows that are neither invalid nor duplicates, with their row numbers. */
class NumberChunkBuilder implements ChunkBuilder {
  readonly #numbers = new TextArray();
  #rowNumbers: number[] = [];
  #invalidRows = 0;

  get size(): number {
    return this.#numbers.size;
  }

  get sizeBytes(): number {
    return this.#numbers.sizeBytes;
  }

  add({ rowNumber, callee, skipReason }: CheckedRow): void {
    if (skipReason === 'invalid_row') this.#invalidRows += 1;
    if (skipReason !== null) return;
    this.#numbers.add(callee.recipient);
    this.#rowNumbers.push(rowNumber);
  }

  take(): CsvChunk {
    const invalidRows = this.#invalidRows;
    this.#invalidRows = 0;
    const rowNumbers = Uint32Array.from(this.#rowNumbers);
    this.#rowNumbers = [];
    return { jobs: null, numbers: this.#numbers.take(), rowNumbers, invalidRows, rejected: '' };
  }

  recycle({ numbers }: CsvChunk): void {
    if (numbers !== null) this.#numbers.recycle(numbers);
  }
}

/** Builds chunks of the invalid rows as text. */
class RejectedChunkBuilder implements ChunkBuilder {
  #records: string[] = [];
  #characters = 0;

  get size(): number {
    return this.#records.length;
  }

  get sizeBytes(): number {
    return this.#characters;
  }

  add({ skipReason }: CheckedRow, rejectedRecord: () => string): void {
    if (skipReason !== 'invalid_row') return;
    const record = rejectedRecord();
    this.#records.push(record);
    this.#characters += record.length;
  }

  take(): CsvChunk {
    const records = this.#records;
    this.#records = [];
    this.#characters = 0;
    const invalidRows = records.length;
    return { jobs: null, numbers: null, rowNumbers: null, invalidRows, rejected: records.join('') };
  }

  recycle(): void {}
}
