import { Problem } from '../../core/problems.ts';
import type { SuppressionImport } from '../../domain/conversations/suppression.ts';
import type { SuppressionRowFault } from '../../domain/conversations/suppression-file.ts';
import { uploadFromBytes, type Upload, type UploadedBytes } from '../uploads/upload.ts';

/** What is to be imported, as a file that can be read more than once. */
export interface ImportSource {
  readonly content: UploadedBytes;
  /** Where a fault of a row is in what was sent. */
  pathOf(fault: SuppressionRowFault): string;
}

/** @throws {Problem} `invalid_request` where there is not exactly one of file, text and rows */
export function resolveImportSource(
  { csv, rows }: SuppressionImport,
  upload: Upload | undefined,
): ImportSource {
  const sent = [upload, csv, rows].filter((one) => one !== undefined);
  if (sent.length !== 1) throw notOneSource(sent.length === 0);
  if (rows === undefined) {
    const { content } = upload ?? uploadFromBytes(Buffer.from(csv!));
    return { content, pathOf: ({ row, column }) => `file[${row}].${column}` };
  }
  const lines = rows.map(({ address, channel, reason }) => [address, channel, reason].map(asCell).join(','));
  const text = ['address,channel,reason', ...lines].join('\n');
  // The first row stands in the second line, and lists begin with 0.
  const pathOf = ({ row, column }: SuppressionRowFault) => `rows[${row - 2}].${column}`;
  return { content: uploadFromBytes(Buffer.from(text)).content, pathOf };
}

const asCell = (text: string | undefined): string => `"${(text ?? '').replaceAll('"', '""')}"`;

function notOneSource(isNone: boolean): Problem {
  const message = isNone ? 'Send a file, csv or rows.' : 'Send one of a file, csv and rows, not several.';
  const code = isNone ? 'required' : 'invalid_value';
  return new Problem('invalid_request', { fields: [{ path: 'csv', code, message }] });
}
