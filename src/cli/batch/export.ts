import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';
import { writeResponse } from '../output-file.ts';

export interface ExportOptions {
  /** Path of the file. Undefined or `-`: standard output. */
  readonly output?: string;
  /** True: cells that begin like a formula are not escaped. */
  readonly raw?: boolean;
}

/** Writes the rows of a batch and their results as CSV. A file is written completely or not at all. */
export async function exportBatch(
  client: Pick<ParleyClient, 'send'>,
  batchId: string,
  { output: file, raw }: ExportOptions,
  output: Output,
  stdout: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  const path = `/v1/api/batch-calls/${encodeURIComponent(batchId)}/calls`;
  const response = await client.send('GET', `${path}?format=csv${raw === true ? '&raw=true' : ''}`);
  if (file === undefined || file === '-')
    return pipeline(Readable.fromWeb(response.body!), stdout, { end: false });
  await writeResponse(response, file);
  output.line(file);
  output.result({ file });
}
