import type { BatchReport, StartedBatch } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queryClient } from '../../api.ts';
import type { CsvFile } from '../../csv-file.ts';
import { saveFile } from '../../save-file.ts';

/** Options of a request with a file. Texts are sent unchanged, other values as JSON, and undefined values are omitted. */
type RequestOptions = Readonly<Record<string, unknown>>;

/** A large file takes minutes on a slow connection. */
const timeoutMs = 30 * 60_000;

interface FileRequest {
  readonly options: RequestOptions;
  readonly signal?: AbortSignal;
}

/** Sends a file with the options of its batch in the query. */
export async function sendFile<Body>(path: string, file: CsvFile, request: FileRequest): Promise<Body> {
  const response = await postFile(path, file, request);
  return (await response.json()) as Body;
}

/** Saves the rows with errors whole, so that they can be corrected and sent again. */
export async function saveRejectedRows(path: string, file: CsvFile, options: RequestOptions): Promise<void> {
  const response = await postFile(path, file, { options: { ...options, format: 'csv' } });
  saveFile(`${withoutExtension(file.name)}-errors.csv`, await response.blob());
}

function postFile(path: string, file: CsvFile, { options, signal }: FileRequest): Promise<Response> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== undefined) query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return api.send('POST', `${path}?${query.toString()}`, {
    file: file.content,
    timeoutMs,
    ...(signal && { signal }),
  });
}

export const batchCheckPath = '/v1/api/batch-calls/validate';

/** What the service finds in the file, with the agent and the columns that are chosen. */
export const useFileCheck = (file: CsvFile | undefined, options: RequestOptions) =>
  useQuery({
    queryKey: ['validateBatch', file?.id, options],
    queryFn: ({ signal }) => sendFile<BatchReport>(batchCheckPath, file!, { options, signal }),
    enabled: file !== undefined,
    // A file does not change, and a large one is not sent again without need.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

export const startBatch = (file: CsvFile, options: RequestOptions): Promise<StartedBatch> =>
  sendFile('/v1/api/batch-calls', file, { options });

/** Returns the latest report about the file, also if a later check of it failed. */
export const lastReportOf = <Report>(check: string, file: CsvFile | undefined): Report | undefined =>
  queryClient
    .getQueriesData<Report>({ queryKey: [check, file?.id] })
    .findLast(([, report]) => report !== undefined)?.[1];

const withoutExtension = (fileName: string): string => fileName.replace(/\.\w+$/, '');

/** The meaning of columns, by header. */
export type ColumnChoices = Readonly<Record<string, string>>;

const simplified = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

const namesIn = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const firstNames = namesIn('firstname givenname forename vorname prenom nombre nome voornaam');
const lastNames = namesIn(
  'lastname surname familyname name nachname familienname nom apellido apellidos cognome sobrenome apelido achternaam',
);
const isFirstName = (header: string) => firstNames.has(simplified(header));

/** Returns the columns of first and last names, which are joined to names. None if a column has the whole names. */
export function nameColumnsOf({ columns }: CsvFile): ColumnChoices {
  const [first, ...otherFirst] = columns.filter(({ header }) => isFirstName(header));
  const [last, ...otherLast] = columns.filter(({ header }) => lastNames.has(simplified(header)));
  if (first === undefined || last === undefined || otherFirst.length + otherLast.length > 0) return {};
  const isWhole = first.values.some((value, row) => value !== '' && last.values[row]!.includes(value));
  return isWhole ? {} : { [first.header]: 'name', [last.header]: 'name' };
}

/** Returns the variable that a column becomes by itself. */
export const ownNameOf = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');

/** The meanings that are proposed for a file, and those that the user chose. The user's choices are kept for another version of the file. */
export function useColumnChoices() {
  const [proposed, setProposed] = useState<ColumnChoices>({});
  const [chosen, setChosen] = useState<ColumnChoices>({});
  return {
    choices: { ...proposed, ...chosen },
    setChoices: setChosen,
    chooseFile: (file: CsvFile) => {
      const headers = new Set(file.columns.map(({ header }) => header));
      setProposed(nameColumnsOf(file));
      setChosen(Object.fromEntries(Object.entries(chosen).filter(([header]) => headers.has(header))));
    },
    setProposed,
  };
}

/** Withdraws proposals for columns that the texts of the flow need as variables. */
export function useNeededVariables(
  variables: readonly string[] | undefined,
  setProposed: (change: (proposed: ColumnChoices) => ColumnChoices) => void,
): void {
  useEffect(() => {
    if (variables === undefined) return;
    setProposed((proposed) => {
      const kept = Object.entries(proposed).filter(([header]) => !variables.includes(ownNameOf(header)));
      return kept.length === Object.keys(proposed).length ? proposed : Object.fromEntries(kept);
    });
  }, [variables, setProposed]);
}

/** Meanings that only one column can have. Others, such as a name or a date and time, can be in several columns. */
const exclusiveMeanings = new Set([
  'phone_number',
  'email',
  'external_id',
  'timezone',
  'from_number',
  'language',
]);

/**
 * Returns the choices after the user gave a column a meaning. Other columns with this meaning are joined with it, or become a variable if
 * only one column can have the meaning. `meaningOf` returns the meaning of a column before.
 */
export function chooseMeaning(
  choices: ColumnChoices,
  [header, meaning]: readonly [header: string, meaning: string],
  {
    headers,
    meaningOf,
  }: { readonly headers: readonly string[]; readonly meaningOf: (header: string) => string },
): ColumnChoices {
  const others = headers.filter(
    (other) => other !== header && meaning !== '' && meaningOf(other) === meaning,
  );
  const otherMeaning = exclusiveMeanings.has(meaning) ? `${meaning}_2` : meaning;
  const chosen: ColumnChoices = {
    ...choices,
    ...Object.fromEntries(others.map((other) => [other, otherMeaning])),
    [header]: meaning,
  };
  // In the order of the file, in which columns are joined.
  return Object.fromEntries(
    headers.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]])),
  );
}

/** Returns the order of the dates in the first rows, with one of them. Undefined if they do not show it. */
export function dateOrderOf({ columns }: CsvFile): { order: 'dmy' | 'mdy'; example: string } | undefined {
  for (const value of columns.flatMap(({ values }) => values)) {
    const [example, first, separator, second] = /^(\d{1,2})([./])(\d{1,2})\2\d{4}(?!\d)/.exec(value) ?? [];
    if (example === undefined) continue;
    if (separator === '.' || Number(first) > 12) return { order: 'dmy', example };
    if (Number(second) > 12) return { order: 'mdy', example };
  }
  return undefined;
}

/**
 * Returns the name of a batch after a file was chosen: that of the file, with a number if another batch has this name.
 * @param namesLike returns the names of batches that contain a text
 */
export async function suggestName(
  { name }: CsvFile,
  namesLike: (search: string) => AsyncIterable<{ readonly name: string }>,
): Promise<string> {
  const base = withoutExtension(name).slice(0, 70);
  const taken = new Set<string>();
  for await (const batch of namesLike(base)) {
    taken.add(batch.name);
    if (taken.size === 100) break;
  }
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base} (${number})`)) return `${base} (${number})`;
}

/** Returns the option `columns` of the service: headers by name. Several headers of one name are joined, first names first. */
export function columnsOption(choices: ColumnChoices): Record<string, string | string[]> | undefined {
  const byName: Record<string, string | string[]> = {};
  const entries = Object.entries(choices).filter(([, name]) => name !== '');
  const isLater = ([header, name]: [string, string]) => name === 'name' && !isFirstName(header);
  for (const [header, name] of entries.sort((one, other) => Number(isLater(one)) - Number(isLater(other)))) {
    const others = byName[name];
    byName[name] = others === undefined ? header : [others, header].flat();
  }
  return Object.keys(byName).length === 0 ? undefined : byName;
}
