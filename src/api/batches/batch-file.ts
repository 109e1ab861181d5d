import type { FieldFault } from '../../core/problems.ts';
import { rowsAsCsv } from '../../domain/batches/csv-text.ts';
import { uploadOf, type Upload } from '../uploads/upload.ts';

interface Sent {
  readonly csv?: string | undefined;
  readonly rows?: readonly Readonly<Record<string, string | number | boolean | null>>[] | undefined;
}

/** The file of a request, in whatever form it came; the faults where there is not one. */
export function batchFile(
  upload: Upload | undefined,
  { csv, rows }: Sent,
): { readonly file: Upload | undefined; readonly countsHeader: boolean; readonly faults: FieldFault[] } {
  const fromJson = csv ?? (rows === undefined ? undefined : rowsAsCsv(rows));
  const file = upload ?? (fromJson === undefined ? undefined : uploadOf(Buffer.from(fromJson)));
  const countsHeader = rows === undefined;
  const named = [upload, csv, rows].filter((source) => source !== undefined).length;
  if (named === 1) return { file, countsHeader, faults: [] };
  const message = 'Send one file: text/csv, a form with the field "file", or JSON with csv or rows.';
  const code = named === 0 ? 'required' : 'ambiguous_file';
  return { file, countsHeader, faults: [{ path: named === 0 ? 'csv' : 'rows', code, message }] };
}
