import type { ProblemCode, ProblemOptions } from '../../core/problems.ts';
import type { CsvReadingOptions, CsvReport } from '../../domain/batches/csv-reading.ts';
import type { UploadedBytes } from '../uploads/upload.ts';

/** What the thread is to read, and how. */
export interface CsvTask {
  readonly content: UploadedBytes;
  readonly options: CsvReadingOptions;
  /** Left out: no chunks are made. A job's id is made from the first. */
  readonly firstJobId?: string | undefined;
}

/** Some thousand rows, checked. */
export interface CsvChunk {
  /** An array of `JobJson` in UTF-8. */
  readonly jobsJson: Uint8Array;
  /** Numbers that can be called, as PostgreSQL spells an array: `{+1…,+44…}`. */
  readonly numbers: string;
  readonly invalidRows: number;
}

/** From the thread. It goes on for `aheadMax` chunks before it waits for a word that one is done with. */
export type FromCsvThread =
  | { readonly type: 'chunk'; readonly chunk: CsvChunk }
  | { readonly type: 'read'; readonly report: CsvReport }
  | { readonly type: 'refused'; readonly code: ProblemCode; readonly options: ProblemOptions };

export const aheadMax = 2;
