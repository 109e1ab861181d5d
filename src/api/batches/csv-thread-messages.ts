import type { ProblemCode, ProblemOptions } from '../../core/problems.ts';
import type { CsvReaderOptions, CsvReport } from '../../domain/batches/csv-reader.ts';
import type { JobArrays } from '../../store/batches/batch-jobs.ts';
import type { UploadedBytes } from '../uploads/upload.ts';

/** A file to read, with the options of the reader. */
export interface CsvTask {
  readonly content: UploadedBytes;
  readonly options: CsvReaderOptions;
  /** The id from which `jobIds` derives the id of each job. If omitted, chunks contain phone numbers instead of jobs. */
  readonly baseJobId?: string | undefined;
  /** Whether chunks contain the invalid rows as text instead. */
  readonly collectsRejected?: boolean;
}

/** At most a few thousand jobs or phone numbers of checked rows. The receiver returns the buffers to the thread, which reuses them. */
export interface CsvChunk {
  /** Null unless the task has `baseJobId`. */
  readonly jobs: JobArrays | null;
  /** Phone numbers of the rows that are neither invalid nor duplicates, as a `text[]` in binary format. Null if the task has `baseJobId`. */
  readonly numbers: Uint8Array<ArrayBuffer> | null;
  /** The row number of each entry of `numbers`. Null if the task has `baseJobId`. */
  readonly rowNumbers: Uint32Array<ArrayBuffer> | null;
  readonly invalidRows: number;
  /** Records of a file of rejected rows. Empty unless the task has `collectsRejected`. */
  readonly rejected: string;
}

/** A message from the thread. The thread waits while `maxChunksInFlight` chunks are not returned. */
export type CsvThreadMessage =
  | { readonly type: 'chunk'; readonly chunk: CsvChunk }
  | { readonly type: 'completed'; readonly report: CsvReport }
  | { readonly type: 'rejected'; readonly code: ProblemCode; readonly options: ProblemOptions };

/** Maximum number of chunks that the thread has sent and that are not returned yet. */
export const maxChunksInFlight = 3;

/** Returns the buffers of a chunk, which `postMessage` transfers instead of copying. */
export const transferList = ({ jobs, numbers, rowNumbers }: CsvChunk): ArrayBuffer[] =>
  [...Object.values(jobs ?? {}), numbers, rowNumbers].flatMap((bytes) =>
    bytes === null ? [] : [bytes.buffer],
  );
