import type { ProblemCode, ProblemOptions } from '../../core/problems.ts';
import type { CsvReaderOptions, CsvReport } from '../../domain/batches/csv-reader.ts';
import type { JobArrays } from '../../store/batches/job-arrays.ts';
import type { UploadedBytes } from '../uploads/upload.ts';

/** A file to read, with the options of the reader. */
export interface CsvTask {
  readonly content: UploadedBytes;
  readonly options: CsvReaderOptions;
  /** Job ids count up from this one. If omitted, chunks hold only the numbers of the rows, no jobs. */
  readonly firstJobId?: string | undefined;
}

/** A few thousand checked rows. The receiver sends the buffers back to the thread, which reuses them. */
export interface CsvChunk {
  /** Null unless the task has `firstJobId`. */
  readonly jobs: JobArrays | null;
  /** Callable numbers as a `text[]` in binary format; null if `jobs` holds them or the chunk has none. */
  readonly numbers: Uint8Array<ArrayBuffer> | null;
  /** The row of each of `numbers`; null if the task has `firstJobId`. */
  readonly rows: Uint32Array<ArrayBuffer> | null;
  readonly invalidRows: number;
}

/** A message from the thread, which stops reading while `maxChunksInFlight` chunks are not sent back. */
export type CsvThreadMessage =
  | { readonly type: 'chunk'; readonly chunk: CsvChunk }
  | { readonly type: 'read'; readonly report: CsvReport }
  | { readonly type: 'refused'; readonly code: ProblemCode; readonly options: ProblemOptions };

/** Maximum number of chunks that the thread has sent and not received back. */
export const maxChunksInFlight = 3;

/** Returns the buffers of a chunk that `postMessage` transfers instead of copying. */
export const transferList = ({ jobs, numbers, rows }: CsvChunk): ArrayBuffer[] =>
  [...Object.values(jobs ?? {}), numbers, rows].flatMap((bytes) => (bytes === null ? [] : [bytes.buffer]));
