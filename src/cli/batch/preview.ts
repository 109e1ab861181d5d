import type { BatchPreview, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { UsageError, type Output } from '../output.ts';
import { rowsText } from './rows-text.ts';
import { readColumns, sendFile } from './send-file.ts';
import { columnLines, rowLines } from './show-file.ts';

export interface PreviewOptions {
  readonly rows: string;
  readonly country?: string;
  readonly column?: readonly string[];
}

/** Shows how the first `rows` rows of a CSV file are interpreted. */
export async function previewBatch(
  client: Pick<ParleyClient, 'send'>,
  file: string,
  { rows, country, column }: PreviewOptions,
  output: Output,
): Promise<void> {
  if (!/^\d+$/.test(rows)) throw new UsageError(`--rows takes a number, not ${rows}.`);
  const options = {
    limit: Number(rows),
    columns: readColumns(column),
    defaultCountry: country?.toUpperCase(),
  };
  const request = { path: '/v1/api/batch-calls/preview', file, options };
  const preview = await sendFile<BatchPreview>(client, request, output);
  for (const line of columnLines(preview.columns)) output.line(line);
  output.line();
  for (const line of rowLines(preview.columns, preview.rows, preview.phoneNumbers)) output.line(line);
  output.line(output.paint('dim', `${preview.rows.length} of ${rowsText(preview.totalRows)}`));
  output.result(preview);
}
