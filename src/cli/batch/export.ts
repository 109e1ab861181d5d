import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import { exportMessages, isMessageBatch } from './messages.ts';
import { UsageError, type Output } from '../output.ts';
import { saveResponse } from '../output-file.ts';

export interface ExportOptions {
  /** Path of the file. Undefined or `-`: standard output. */
  readonly output?: string;
  /** True: cells that begin like a formula are not escaped. */
  readonly raw?: boolean;
  /** True: answers have the title of their question as heading. */
  readonly titles?: boolean;
  /** True: a file that Excel opens, in the format of `locale`. */
  readonly excel?: boolean;
  /** BCP 47. Default: the locale of this machine. */
  readonly locale?: string;
  /** Filters such as `outcome=answered`. */
  readonly only?: readonly string[];
}

/** Writes the rows of a batch and their results as CSV. A file is written completely or not at all. */
export async function exportBatch(
  client: Pick<ParleyClient, 'send'>,
  batchId: string,
  options: ExportOptions,
  output: Output,
  stdout: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  if (isMessageBatch(batchId)) return exportMessages(client, batchId, options, output, stdout);
  const { output: file, raw, titles, excel, locale, only = [] } = options;
  const path = `/v1/api/batch-calls/${encodeURIComponent(batchId)}/calls`;
  const filters = readFilters(only);
  const query = new URLSearchParams({
    format: 'csv',
    ...(raw === true && { raw: 'true' }),
    ...(titles === true && { headings: 'titles' }),
    ...excelQuery(excel === true, locale),
    ...filters.query,
  });
  for (const filter of filters.collected) query.append('collected', filter);
  const response = await client.send('GET', `${path}?${query.toString()}`);
  await saveResponse(response, file, output, stdout);
}

/**
 * Returns the query parameters of a file for Excel.
 * @throws {UsageError} if `--locale` is used without `--excel`
 */
export function excelQuery(excel: boolean, locale: string | undefined): Record<string, string> {
  if (excel) return { excel: 'true', locale: locale ?? Intl.DateTimeFormat().resolvedOptions().locale };
  if (locale === undefined) return {};
  throw new UsageError('--locale is for a file for Excel. Add --excel.');
}

/** Filters of the API that `--only` accepts, besides variables of the flow. */
const filterNames: ReadonlySet<string> = new Set(['status', 'outcome', 'attempt']);

/**
 * Parses values of `--only`. A name that is no filter is a variable of the flow.
 * @throws {UsageError} if a filter has no value or occurs twice
 */
function readFilters(only: readonly string[]): {
  readonly query: Record<string, string>;
  readonly collected: readonly string[];
} {
  const filters = new Map<string, string>();
  for (const filter of only) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(filter) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(
        `--only takes ${[...filterNames].join(', ')} or a variable of the flow with a value, such as outcome=answered or confirmed=yes, not ${filter}.`,
      );
    if (filters.has(name)) throw new UsageError(`--only has ${name} twice. Remove one.`);
    filters.set(name, value);
  }
  const isFilter = ([name]: readonly [string, string]) => filterNames.has(name);
  return {
    query: Object.fromEntries([...filters].filter(isFilter)),
    collected: [...filters].filter((entry) => !isFilter(entry)).map((entry) => entry.join('=')),
  };
}
