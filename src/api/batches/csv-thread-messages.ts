import type { ProblemCode, ProblemOptions } from '../../core/problems.ts';
import type { CsvReaderOptions, CsvReport } from '../../domain/batches/csv-reader.ts';
import type { JobArrays } from '../../store/batches/job-arrays.ts';
import type { UploadedBytes } from '../uploads/upload.ts';

/** What is to be read, and how. */
export interface CsvTask {
  readonly content: UploadedBytes;
  readonly options: CsvReaderOptions;
  /** A job's id is made from the first. Left out: rows make no jobs, only their numbers are given. */
  readonly firstJobId?: string | undefined;
}

/** Some thousand rows, checked. Its buffers belong to the thread, which gets them back. */
export interface CsvChunk {
  /** Null unless jobs are asked for. */
  readonly jobs: JobArrays | null;
  /** Numbers that can be called, as a `text[]` in binary form; null where jobs hold them, or there are none. */
  readonly numbers: Uint8Array<ArrayBuffer> | null;
  /** Where each of `numbers` stands; null where jobs are asked for. */
  readonly rows: Uint32Array<ArrayBuffer> | null;
  readonly invalidRows: number;
}

/** From the thread. It goes on for `aheadMax` chunks before it waits until it gets one back. */
export type CsvThreadMessage =
  | { readonly type: 'chunk'; readonly chunk: CsvChunk }
  | { readonly type: 'read'; readonly report: CsvReport }
  | { readonly type: 'refused'; readonly code: ProblemCode; readonly options: ProblemOptions };

export const maxChunksInFlight = 3;

/** What travels with a chunk instead of being copied. */
export const transferList = ({ jobs, numbers, rows }: CsvChunk): ArrayBuffer[] =>
  [...Object.values(jobs ?? {}), numbers, rows].flatMap((bytes) => (bytes === null ? [] : [bytes.buffer]));
