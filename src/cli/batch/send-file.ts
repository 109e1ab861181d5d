import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import { fileFault } from '../input-file.ts';
import { UsageError, type Output } from '../output.ts';
import { toCliError } from './cli-wording.ts';

/** A million rows take their time. */
const timeoutMs = 10 * 60_000;

/** Texts stand in the query as they are, everything else as JSON; what is undefined is left out. */
export type RequestOptions = Readonly<Record<string, unknown>>;

/**
 * Sends a CSV file of any size with its options, and gives the answer.
 * @throws {UsageError} where it cannot be read
 * @throws {ParleyError} where it is refused, for people in the words of the command line
 */
export async function sendFile<Answer>(
  client: Pick<ParleyClient, 'send'>,
  { path, file, options }: { readonly path: string; readonly file: string; readonly options: RequestOptions },
  { json }: Pick<Output, 'json'>,
): Promise<Answer> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const sent = { file: await open(file), timeoutMs };
  try {
    const response = await client.send('POST', `${path}?${query.toString()}`, sent);
    return (await response.json()) as Answer;
  } catch (error) {
    throw json ? error : toCliError(error);
  }
}

async function open(file: string): Promise<Blob> {
  try {
    if ((await stat(file)).isDirectory()) throw new UsageError(`${file} is a folder.`);
    return await openAsBlob(file, { type: 'text/csv' });
  } catch (error) {
    throw error instanceof UsageError ? error : fileFault(file, error);
  }
}
