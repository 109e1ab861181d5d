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
] as const;

/** Prefix of the export columns for variables at the end of a call, because the file may have a column of the same name. */
export const collectedPrefix = 'collected_';

const resultColumns: ReadonlySet<string> = new Set([...jobResultColumns, ...callResultColumns]);

/** Returns whether an export added the column. */
export const isResultColumn = (name: string): boolean =>
  resultColumns.has(name) || name.startsWith(collectedPrefix);
