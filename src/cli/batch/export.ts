import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';

export interface ExportOptions {
  /** Left out, or `-`: standard output. */
  readonly output?: string;
  /** Cells that begin like a formula stay as they are. */
  readonly raw?: boolean;
}

/** Writes the rows of a batch and what came of them as CSV. A file is there whole, or not at all. */
export async function exportBatch(
  client: Pick<ParleyClient, 'send'>,
  batchId: string,
  { output: file, raw }: ExportOptions,
  output: Output,
  stdout: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  const path = `/v1/api/batch-calls/${encodeURIComponent(batchId)}/calls`;
  const response = await client.send('GET', `${path}?format=${raw === true ? 'csv-raw' : 'csv'}`);
  const body = Readable.fromWeb(response.body!);
  if (file === undefined || file === '-') return pipeline(body, stdout, { end: false });
  const part = `${file}.part`;
  try {
    await pipeline(body, createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  output.line(file);
  output.result({ file });
}
