import { readSync } from 'node:fs';
import { CsvReading, type CsvReport, type ReadRow } from '../../domain/batches/csv-reading.ts';
import { jobIds } from '../../domain/batches/job-ids.ts';
import { JobArrayMaker } from '../../store/batches/job-arrays.ts';
import { TextArray } from '../../store/text-array.ts';
import type { UploadedBytes } from '../uploads/upload.ts';
import type { CsvChunk, CsvTask } from './csv-messages.ts';

const chunkRows = 2000;

/**
 * Reads a file piece by piece, and tells of each piece the chunk that became full with it, if one did.
 * @throws {Problem} `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `csv_too_large`
 */
export function* readInPieces(
  { content, options, firstJobId }: CsvTask,
  pieceBytes: number,
): Generator<CsvChunk | undefined, CsvReport> {
  const maker = firstJobId === undefined ? new NumberChunks() : new JobChunks(firstJobId);
  const reading = new CsvReading(options, (row) => maker.add(row));
  for (const piece of pieces(content, pieceBytes)) {
    reading.push(piece);
    yield maker.size >= chunkRows ? maker.take() : undefined;
  }
  const report = reading.end();
  if (maker.size > 0) yield maker.take();
  return report;
}

function* pieces(content: UploadedBytes, pieceBytes: number): Generator<Uint8Array> {
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

/** Rows take the form in which the database wants them where they are read, so that others only pass bytes on. */
class JobChunks {
  readonly #idOf: (index: number) => string;
  readonly #jobs = new JobArrayMaker();
  #count = 0;
  #invalidRows = 0;

  constructor(firstJobId: string) {
    this.#idOf = jobIds(firstJobId);
  }

  get size(): number {
    return this.#jobs.size;
  }

  add({ row, callee, skipReason, detail, faultCode }: ReadRow): void {
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
    return { jobs: this.#jobs.take(), numbers: null, invalidRows };
  }
}

/** Of what can be called, the numbers alone. */
class NumberChunks {
  readonly #numbers = new TextArray();
  #invalidRows = 0;

  get size(): number {
    return this.#numbers.size;
  }

  add({ callee, skipReason }: ReadRow): void {
    if (skipReason === null) this.#numbers.add(callee.phoneNumber);
    if (skipReason === 'invalid_row') this.#invalidRows += 1;
  }

  take(): CsvChunk {
    const invalidRows = this.#invalidRows;
    this.#invalidRows = 0;
    return { jobs: null, numbers: this.#numbers.take(), invalidRows };
  }
}
