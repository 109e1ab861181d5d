import { readSync } from 'node:fs';
import { CsvReader, type CsvReport, type CheckedRow } from '../../domain/batches/csv-reader.ts';
import { jobIds } from '../../domain/batches/job-ids.ts';
import { JobArrayBuilder } from '../../store/batches/job-arrays.ts';
import { TextArray } from '../../store/text-array.ts';
import type { UploadedBytes } from '../uploads/upload.ts';
import type { CsvChunk, CsvTask } from './csv-thread-messages.ts';

const chunkRowsMin = 2000;
/** Limits chunks of rows with many long cells. */
const chunkBytesMin = 1024 * 1024;

/** Reads a file in blocks and yields its checked rows in chunks. */
export class CsvChunkReader {
  readonly #task: CsvTask;
  readonly #blockBytes: number;
  readonly #chunks: ChunkBuilder;

  constructor(task: CsvTask, pieceBytes: number) {
    this.#task = task;
    this.#blockBytes = pieceBytes;
    this.#chunks =
      task.firstJobId === undefined ? new NumberChunkBuilder() : new JobChunkBuilder(task.firstJobId);
  }

  /**
   * Reads one block per step. Yields the chunk that the block completed, or `undefined`.
   * @throws {Problem} `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `csv_too_large`
   */
  *read(): Generator<CsvChunk | undefined, CsvReport> {
    const chunks = this.#chunks;
    const reading = new CsvReader(this.#task.options, (row) => chunks.add(row));
    for (const piece of readBlocks(this.#task.content, this.#blockBytes)) {
      reading.push(piece);
      yield chunks.size >= chunkRowsMin || chunks.sizeBytes >= chunkBytesMin ? chunks.take() : undefined;
    }
    const report = reading.end();
    if (chunks.size > 0) yield chunks.take();
    return report;
  }

  /** Takes back a processed chunk to reuse its memory. */
  recycle(chunk: CsvChunk): void {
    this.#chunks.recycle(chunk);
  }
}

interface ChunkBuilder {
  readonly size: number;
  readonly sizeBytes: number;
  add(row: CheckedRow): void;
  take(): CsvChunk;
  recycle(chunk: CsvChunk): void;
}

function* readBlocks(content: UploadedBytes, pieceBytes: number): Generator<Uint8Array> {
  if ('bytes' in content) {
    const { bytes } = content;
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    return;
  }
  const piece = new Uint8Array(pieceBytes);
  for (let at = 0; ;) {
    const count = readSync(content.descriptor, piece, 0, pieceBytes, at);
    if (count === 0) return;
    yield piece.subarray(0, count);
    at += count;
  }
}

/** Builds jobs in the binary format of the database, so that the main thread only passes bytes on. */
class JobChunkBuilder implements ChunkBuilder {
  readonly #idOf: (index: number) => string;
  readonly #jobs = new JobArrayBuilder();
  #count = 0;
  #invalidRows = 0;

  constructor(firstJobId: string) {
    this.#idOf = jobIds(firstJobId);
  }

  get size(): number {
    return this.#jobs.size;
  }

  get sizeBytes(): number {
    return this.#jobs.sizeBytes;
  }

  add({ row, callee, skipReason, detail, faultCode }: CheckedRow): void {
    const isOfNumber = faultCode === 'invalid_number' || faultCode === 'missing_number';
    const { phoneNumber, fromNumber, customer, dynamic, overrides, scheduledAt } = callee;
    this.#jobs.add({
      id: this.#idOf(this.#count),
      row,
      phoneNumber,
      skipReason,
      outcome: isOfNumber ? 'invalid_number' : undefined,
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
    return { jobs: this.#jobs.take(), numbers: null, rows: null, invalidRows };
  }

  recycle({ jobs }: CsvChunk): void {
    if (jobs !== null) this.#jobs.recycle(jobs);
  }
}

/** Builds chunks of callable numbers with their rows. */
class NumberChunkBuilder implements ChunkBuilder {
  readonly #numbers = new TextArray();
  #rows: number[] = [];
  #invalidRows = 0;

  get size(): number {
    return this.#numbers.size;
  }

  get sizeBytes(): number {
    return this.#numbers.sizeBytes;
  }

  add({ row, callee, skipReason }: CheckedRow): void {
    if (skipReason === 'invalid_row') this.#invalidRows += 1;
    if (skipReason !== null) return;
    this.#numbers.add(callee.phoneNumber);
    this.#rows.push(row);
  }

  take(): CsvChunk {
    const invalidRows = this.#invalidRows;
    this.#invalidRows = 0;
    const rows = Uint32Array.from(this.#rows);
    this.#rows = [];
    return { jobs: null, numbers: this.#numbers.take(), rows, invalidRows };
  }

  recycle({ numbers }: CsvChunk): void {
    if (numbers !== null) this.#numbers.recycle(numbers);
  }
}
