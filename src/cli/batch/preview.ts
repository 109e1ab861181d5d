import type { BatchPreview, MessageBatchPreview, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { UsageError, type Output } from '../output.ts';
import { rowsText } from './rows-text.ts';
import { readColumns, sendFile } from './send-file.ts';
import { columnLines, rowLines } from './show-file.ts';

export interface PreviewOptions {
  readonly rows: string;
  readonly country?: string;
  readonly column?: readonly string[];
  /** `sms` or `email`: the file is for messages. */
  readonly channel?: string;
}

/** Shows how the first `rows` rows of a CSV file are interpreted. */
export async function previewBatch(
  client: Pick<ParleyClient, 'send'>,
  file: string,
  { rows, country, column, channel }: PreviewOptions,
  output: Output,
): Promise<void> {
  if (!/^\d+$/.test(rows)) throw new UsageError(`--rows takes a number, not ${rows}.`);
  const options = {
    limit: Number(rows),
    columns: readColumns(column),
    defaultCountry: country?.toUpperCase(),
    channel,
  };
  const isOfMessages = channel !== undefined;
  const path = isOfMessages ? '/v1/api/batch-messages/preview' : '/v1/api/batch-calls/preview';
  const preview = await sendFile<BatchPreview | MessageBatchPreview>(client, { path, file, options }, output);
  const recipients = 'recipients' in preview ? preview.recipients : preview.phoneNumbers;
  for (const line of columnLines(preview.columns, isOfMessages)) output.line(line);
  output.line();
  for (const line of rowLines(preview.columns, preview.rows, recipients)) output.line(line);
  output.line(output.paint('dim', `${preview.rows.length} of ${rowsText(preview.totalRows)}`));
  output.result(preview);
}
