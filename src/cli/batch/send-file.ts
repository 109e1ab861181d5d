import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import { fileFault } from '../input-file.ts';
import { UsageError, type Output } from '../output.ts';
import { toCliError } from './cli-wording.ts';

/** Timeout of a request that stores a batch, in ms. A million rows take less. */
export const batchTimeoutMs = 10 * 60_000;

/** Query parameters: strings are sent unchanged, other values as JSON, and undefined values are omitted. */
export type RequestOptions = Readonly<Record<string, unknown>>;

/**
 * Sends a CSV file of any size with its options. Returns the response.
 * @throws {UsageError} if the file cannot be read
 * @throws {ParleyError} if the API rejects the request. In text mode, the message names options of the command line instead of fields of the API.
 */
export async function sendFile<Body>(
  client: Pick<ParleyClient, 'send'>,
  { path, file, options }: { readonly path: string; readonly file: string; readonly options: RequestOptions },
  { json }: Pick<Output, 'json'>,
): Promise<Body> {
  const parameters = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    parameters.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const sendOptions = { file: await open(file), timeoutMs: batchTimeoutMs };
  try {
    const response = await client.send('POST', `${path}?${query.toString()}`, sendOptions);
    return (await response.json()) as Body;
  } catch (error) {
    throw json ? error : toCliError(error);
  }
}

/**
 * Parses values of `--column`, such as `phone=Telefon` or `appointment=Datum,Uhrzeit`, into the field `columns`.
 * @throws {UsageError} if a value has no name or no header, or a name occurs twice
 */
export function readColumns(values: readonly string[] | undefined): RequestOptions | undefined {
  if (values === undefined) return undefined;
  const entries = values.map((value) => {
    const [, name, header] = /^([^=]+)=(.+)$/s.exec(value) ?? [];
    if (name === undefined || header === undefined)
      throw new UsageError(`--column takes a name and a header, such as phone=Telefon, not ${value}.`);
    return [name.trim(), headersOf(header)] as const;
  });
  const columns = new Map(entries);
  if (columns.size < entries.length) throw new UsageError('--column has the same name twice. Remove one.');
  return Object.fromEntries(columns);
}

/** Returns the headers of a value with commas, whose columns are joined. A header in quotes may contain commas itself. */
function headersOf(text: string): string | readonly string[] {
  const found = text.matchAll(/\s*(?:"([^"]*)"|([^,]+))\s*(?:,|$)/gs);
  const [first = text, ...others] = Array.from(found, ([, quoted, plain]) => quoted ?? plain!.trim());
  return others.length === 0 ? first : [first, ...others];
}

async function open(file: string): Promise<Blob> {
  try {
    if ((await stat(file)).isDirectory()) throw new UsageError(`${file} is a folder.`);
    return await openAsBlob(file, { type: 'text/csv' });
  } catch (error) {
    throw error instanceof UsageError ? error : fileFault(file, error);
  }
}
