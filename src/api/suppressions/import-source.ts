import { Problem } from '../../core/problems.ts';
import type { SuppressionImport } from '../../domain/conversations/suppression.ts';
import type { SuppressionRowFault } from '../../domain/conversations/suppression-file.ts';
import { uploadFromBytes, type Upload, type UploadedBytes } from '../uploads/upload.ts';

/** The input of an import as a file that can be read more than once. */
export interface ImportSource {
  readonly content: UploadedBytes;
  /** Returns the path of a row's fault in the request. */
  pathOf(fault: SuppressionRowFault): string;
}

/**
 * Returns the source of an import.
 * @throws {Problem} `invalid_request` unless exactly one of file, `csv` and `rows` was sent
 */
export function resolveImportSource(
  { csv, rows }: SuppressionImport,
  upload: Upload | undefined,
): ImportSource {
  const sent = [upload, csv, rows].filter((source) => source !== undefined);
  if (sent.length !== 1) throw sourceProblem(sent.length === 0);
  if (rows === undefined) {
    const { content } = upload ?? uploadFromBytes(Buffer.from(csv!));
    return { content, pathOf: ({ row, column }) => `file[${row}].${column}` };
  }
  const lines = rows.map(({ address, channel, reason }) =>
    [address, channel, reason].map(quoteCell).join(','),
  );
  const text = ['address,channel,reason', ...lines].join('\n');
  // The first row is line 2 of the file and has index 0 in the request.
  const pathOf = ({ row, column }: SuppressionRowFault) => `rows[${row - 2}].${column}`;
  return { content: uploadFromBytes(Buffer.from(text)).content, pathOf };
}

const quoteCell = (text: string | undefined): string => `"${(text ?? '').replaceAll('"', '""')}"`;

function sourceProblem(isMissing: boolean): Problem {
  const message = isMissing ? 'Send a file, csv or rows.' : 'Send only one of a file, csv and rows.';
  const code = isMissing ? 'required' : 'invalid_value';
  return new Problem('invalid_request', { fields: [{ path: 'csv', code, message }] });
}
