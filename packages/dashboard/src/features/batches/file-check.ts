import type { BatchReport, StartedBatch } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import type { CsvFile } from '../../csv-file.ts';

/** Options of a request with a file. Texts are sent unchanged, other values as JSON, and undefined values are omitted. */
type RequestOptions = Readonly<Record<string, unknown>>;

/** A large file takes minutes on a slow connection. */
const timeoutMs = 30 * 60_000;

/** Sends a file with the options of its batch in the query. */
export async function sendFile<Body>(
  path: string,
  file: CsvFile,
  { options, signal }: { readonly options: RequestOptions; readonly signal?: AbortSignal },
): Promise<Body> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== undefined) query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  const response = await api.send('POST', `${path}?${query.toString()}`, {
    file: file.content,
    timeoutMs,
    ...(signal && { signal }),
  });
  return (await response.json()) as Body;
}

/** What the service finds in the file, with the agent and the columns that are chosen. */
export const useFileCheck = (file: CsvFile | undefined, options: RequestOptions) =>
  useQuery({
    queryKey: ['validateBatch', file?.id, options],
    queryFn: ({ signal }) =>
      sendFile<BatchReport>('/v1/api/batch-calls/validate', file!, { options, signal }),
    enabled: file !== undefined,
    // A file does not change, and a large one is not sent again without need.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

export const startBatch = (file: CsvFile, options: RequestOptions): Promise<StartedBatch> =>
  sendFile('/v1/api/batch-calls', file, { options });

/** The meaning of columns that the user chose, by header. */
export type ColumnChoices = Readonly<Record<string, string>>;

/** Returns the choices for columns that another version of the file has too. */
export const choicesFor = ({ headers }: CsvFile, choices: ColumnChoices): ColumnChoices =>
  Object.fromEntries(Object.entries(choices).filter(([header]) => headers.includes(header)));

const withoutExtension = (fileName: string | undefined) => fileName?.replace(/\.\w+$/, '') ?? '';

/** Returns the name of a batch after another file was chosen: that of the file, unless the user wrote one. */
export const batchNameFor = (chosen: CsvFile, current: string, previous: CsvFile | undefined): string =>
  current === withoutExtension(previous?.name) ? withoutExtension(chosen.name) : current;

/** Returns the option `columns` of the service: headers by name. Several headers of one name are joined. */
export function columnsOption(choices: ColumnChoices): Record<string, string | string[]> | undefined {
  const byName: Record<string, string | string[]> = {};
  for (const [header, name] of Object.entries(choices)) {
    if (name === '') continue;
    const others = byName[name];
    byName[name] = others === undefined ? header : [others, header].flat();
  }
  return Object.keys(byName).length === 0 ? undefined : byName;
}
