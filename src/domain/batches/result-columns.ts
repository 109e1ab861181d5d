import { columnName } from '../variable-name.ts';
import type { VariableAtEnd } from './flow-variables.ts';

/** Columns that an export adds. They are not variables if the exported file is used for a new batch. */
export const jobResultColumns = [
  'row',
  'job_id',
  'status',
  'outcome',
  'skip_reason',
  'detail',
  'attempt',
  'call_id',
  'ended_at',
] as const;

/** The column of an export for Excel with the time zone of the times in the row. */
export const timeZoneColumn = 'time_zone';

/** The export column with the decision of the person. */
export const resultColumn = 'result';

/** Times that an export for Excel writes in the time zone of the row. */
export const localTimeColumns = ['ended_at', 'answered_at'] as const;

/** Returns the title of such a column. */
export const localTimeTitle = (column: (typeof localTimeColumns)[number]): string =>
  `${column} (${timeZoneColumn})`;

/** Export columns of the last call. */
export const callResultColumns = [
  'disposition',
  'end_reason',
  'answered_at',
  'duration_seconds',
  'recording',
  'last_words',
  'summary',
  'success',
  'analysis_success_reason',
  'analysis_sentiment',
] as const;

/** Prefix of the export columns for variables at the end of a call, because the file may have a column of the same name. */
export const collectedPrefix = 'collected_';

/** Prefix of the export columns for the fields of the analysis of a call. */
export const analyzedPrefix = 'analysis_field_';

const resultColumns: ReadonlySet<string> = new Set([
  ...jobResultColumns,
  timeZoneColumn,
  resultColumn,
  ...callResultColumns,
  ...localTimeColumns.map((column) => columnName(localTimeTitle(column))),
]);

/** Returns whether an export added the column. */
export const isResultColumn = (name: string): boolean =>
  resultColumns.has(name) || name.startsWith(collectedPrefix) || name.startsWith(analyzedPrefix);

/** How the columns of answers are named: `collected_<variable>`, or by the title of the question. */
export const columnHeadings = ['names', 'titles'] as const;

/**
 * Returns a heading for each variable: the title of its question, or `collected_<variable>` if it has no title, or if another column or
 * variable has the same name. Otherwise the answers of an exported file would become variables of a new batch.
 */
export function titleHeadings(
  variables: readonly VariableAtEnd[],
  otherColumns: readonly string[],
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const titles = variables.flatMap(({ title }) => title ?? []);
  for (const name of [...titles, ...variables.map((variable) => variable.name), ...otherColumns].map(nameOf))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    variables.map(({ name, title }) => [
      name,
      title !== undefined && counts.get(nameOf(title)) === 1 ? title : collectedPrefix + name,
    ]),
  );
}

/** Returns the name that a file gives a column with this heading. Titles without Latin letters are compared as they are. */
const nameOf = (heading: string): string => columnName(heading) || heading.toLowerCase();
