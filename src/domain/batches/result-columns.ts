/** What an export adds to the columns of a file: they are no variables where it is started again. */
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

/** Of the last call. */
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

/** Columns of variables that calls ended with begin so: a file may have one of the same name. */
export const collectedPrefix = 'collected_';

const known: ReadonlySet<string> = new Set([...jobResultColumns, ...callResultColumns]);

/** Whether a column of such a file came with the export. */
export const isResultColumn = (name: string): boolean => known.has(name) || name.startsWith(collectedPrefix);
