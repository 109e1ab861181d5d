import { setImmediate } from 'node:timers/promises';
import type { FieldFault } from '../../core/problems.ts';
import { rowsAsCsv } from '../../domain/batches/csv-text.ts';
import { uploadFromBytes, type Upload } from '../uploads/upload.ts';

interface JsonFile {
  readonly csv?: string | undefined;
  readonly rows?: readonly Readonly<Record<string, string | number | boolean | null>>[] | undefined;
}

interface BatchFile {
  readonly file: Upload | undefined;
  /** Whether the header is row 1, as in a spreadsheet. False for `rows`, whose first entry is row 1. */
  readonly headerIsRow1: boolean;
  readonly faults: FieldFault[];
}

/** Returns the rows as CSV. The event loop runs after each chunk. */
async function toCsvText(rows: NonNullable<JsonFile['rows']>): Promise<string> {
  let text = '';
  for (const chunk of rowsAsCsv(rows)) {
    text += chunk;
    await setImmediate();
  }
  return text;
}

/**
 * Returns the file of a request: the upload, the text in `csv`, or the `rows` converted to CSV. Reports a fault unless exactly one of
 * them was sent.
 */
export async function resolveBatchFile(
  upload: Upload | undefined,
  { csv, rows }: JsonFile,
): Promise<BatchFile> {
  const fromJson = csv ?? (rows && (await toCsvText(rows)));
  const file = upload ?? (fromJson === undefined ? undefined : uploadFromBytes(Buffer.from(fromJson)));
  const headerIsRow1 = rows === undefined;
  const sentCount = [upload, csv, rows].filter((source) => source !== undefined).length;
  if (sentCount === 1) return { file, headerIsRow1, faults: [] };
  const message = 'Send one file: text/csv, a form with the field "file", or JSON with csv or rows.';
  const code = sentCount === 0 ? 'required' : 'ambiguous_file';
  return { file, headerIsRow1, faults: [{ path: sentCount === 0 ? 'csv' : 'rows', code, message }] };
}
