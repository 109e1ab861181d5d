import { openAsBlob } from 'node:fs';
import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import { UsedWrongly } from '../output.ts';

/** A million rows take their time. */
const timeoutMs = 10 * 60_000;

/** Texts stand in the query as they are, everything else as JSON; what is undefined is left out. */
export type SentOptions = Readonly<Record<string, unknown>>;

/**
 * Sends a CSV file of any size with its options, and gives the answer.
 * @throws {UsedWrongly} where it cannot be read
 */
export async function sendFile<Answer>(
  client: Pick<ParleyClient, 'send'>,
  { path, file, options }: { readonly path: string; readonly file: string; readonly options: SentOptions },
): Promise<Answer> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const response = await client.send('POST', `${path}?${query.toString()}`, {
    file: await open(file),
    timeoutMs,
  });
  return (await response.json()) as Answer;
}

async function open(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file, { type: 'text/csv' });
  } catch (error) {
    throw new UsedWrongly(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
