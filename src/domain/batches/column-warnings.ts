import type { DateOrder } from '../understanding/written-date.ts';
import type { VariableValue } from '../flow/protocol.ts';
import type { CsvEncoding } from './csv-decoder.ts';
import type { CsvReport } from './csv-reader.ts';
import type { FlowColumns } from './flow-variables.ts';
import type { CallingHoursIssues } from './calling-hours-issues.ts';
import {
  consentAdvice,
  unmetRecordingRule,
  type RecordingRule,
  type RecordingSettings,
} from '../calling-hours/rules/recording-consent.ts';
import type { NumberGroup } from './number-groups.ts';
import type { RowsByNetwork } from './number-networks.ts';
import { batchOfAllRows, type RepeatedRows } from './repeated-rows.ts';
import { isResultColumn } from './result-columns.ts';
import { addRows, describeRows, haveNumbers, noRows, type CountedRows } from './row-tally.ts';
import { timeAdvice } from './time-cells.ts';

export const columnWarningCodes = [
  'missing_column',
  'empty_cells',
  'unreadable_time',
  'unused_column',
  'timezone_unknown',
  'window_never_opens',
  'timezone_contradicts_number',
  'in_recent_batch',
  'no_trunk',
  'recording_consent',
  'invisible_characters',
  'lost_characters',
  'scheduled_in_past',
] as const;

export const fileWarningCodes = ['other_encoding'] as const;

/** A warning about the whole file. It does not prevent the start of the batch. */
interface FileWarning extends Omit<ColumnWarning, 'code' | 'column'> {
  readonly code: (typeof fileWarningCodes)[number];
}

/** A warning about a column. It does not prevent the start of the batch. */
export interface ColumnWarning {
  readonly code: (typeof columnWarningCodes)[number];
  /** Name of the column. */
  readonly column: string;
  /** Number of affected rows that are neither invalid nor duplicates. */
  readonly rows: number;
  /** The first affected rows, at most five; empty if the whole column is affected. */
  readonly firstRows: number[];
  readonly message: string;
}

/** The report of a checked file, with the date order of the request. */
export type CheckedFile = Pick<
  CsvReport,
  'columns' | 'emptyCells' | 'unreadableTimes' | 'totalRows' | 'invalidRows' | 'duplicateRows'
> & { readonly dateOrder?: DateOrder | undefined };

type CheckedCells = Pick<CsvReport, 'columns' | 'characters' | 'pastTimes'>;

const encodingNames: Readonly<Record<CsvEncoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 (little-endian)',
  'utf-16be': 'UTF-16 (big-endian)',
};

/** Returns the warning about a file that is not in UTF-8, with a cell by which a person can check the encoding. */
export function encodingWarning({
  encoding,
  accented,
}: Pick<CsvReport, 'encoding' | 'accented'>): FileWarning[] {
  if (encoding === 'utf-8') return [];
  const example =
    accented === null
      ? ''
      : ` Row ${accented.row} has ${JSON.stringify(accented.text)}: check these letters.`;
  const message = `The file is not in UTF-8. It was read as ${encodingNames[encoding]}.${example}`;
  return [{ code: 'other_encoding', rows: 0, firstRows: accented === null ? [] : [accented.row], message }];
}

/** How the flow uses the texts of columns: in speech, or in written messages. */
type TextUse = 'spoken' | 'written';

/** Returns warnings about columns that the flow speaks or writes but that are missing or empty, unreadable times, and unused columns. */
export function columnWarnings(
  file: CheckedFile,
  { spoken, unspoken, filledBySteps }: FlowColumns,
  use: TextUse = 'spoken',
): ColumnWarning[] {
  const rows = file.totalRows - file.invalidRows - file.duplicateRows;
  const emptyCells = new Map(file.columns.map(({ name }, index) => [name, file.emptyCells[index] ?? noRows]));
  const usedColumns = new Set([...spoken.map(({ name }) => name), ...unspoken, ...filledBySteps]);
  const isExport = file.columns.some(({ name }) => name === 'job_id');
  const unused = file.columns.filter(
    ({ name, role }) => role === 'variable' && !usedColumns.has(name) && !(isExport && isResultColumn(name)),
  );
  return [
    ...spoken.flatMap(({ name, fallback }) =>
      unfilledColumn({ column: name, fallback, use }, emptyCells.get(name), rows),
    ),
    ...file.columns.flatMap(({ name }, index) =>
      unreadableTime(name, file.unreadableTimes[index] ?? noRows, { order: file.dateOrder, use }),
    ),
    ...unused.map(({ name }): ColumnWarning => ({
      code: 'unused_column',
      column: name,
      rows: rows - emptyCells.get(name)!.rows,
      firstRows: [],
      message: `The flow does not use ${name}. Check the spelling of the column name, or ignore this.`,
    })),
  ];
}

/** Returns the spoken variables without a column, in order. */
export function columnsMissing({ columns }: Pick<CsvReport, 'columns'>, { spoken }: FlowColumns): string[] {
  const present = new Set(columns.map(({ name }) => name));
  return spoken.map(({ name }) => name).filter((name) => !present.has(name));
}

/** Returns warnings about rows that can never be called, or whose time zone contradicts the number. */
export function hoursWarnings({
  timezoneUnknown,
  windowNeverOpens,
  timezoneContradictsNumber,
}: CallingHoursIssues): ColumnWarning[] {
  const column = 'phone_number';
  return [
    ...warningOf(
      'timezone_unknown',
      column,
      timezoneUnknown,
      `${haveNumbers(timezoneUnknown)} whose time zone is unknown. Such rows are not called. Add a timezone column to the file.`,
    ),
    ...warningOf(
      'window_never_opens',
      column,
      windowNeverOpens,
      `${haveNumbers(windowNeverOpens)} that can never be called, because the hours of the batch, of the workspace and of the law there do not overlap. Change the window of the batch or the hours of the workspace.`,
    ),
    ...warningOf(
      'timezone_contradicts_number',
      'timezone',
      timezoneContradictsNumber,
      `${describeRows(timezoneContradictsNumber)} ${timezoneContradictsNumber.rows === 1 ? 'has' : 'have'} a timezone that contradicts the number. Such rows are called only when the hours of both allow it. Correct the timezone if it is wrong.`,
    ),
  ];
}

/** Maximum number of places that a warning names. */
const maxNamedPlaces = 5;

/** Returns a warning about rows in places whose law requires more consent to a recording than the agent obtains. */
export function recordingWarnings(
  groups: readonly NumberGroup[],
  recording: RecordingSettings,
): ColumnWarning[] {
  const rules = new Set<RecordingRule>();
  let counted = noRows;
  for (const { number, ...rows } of groups) {
    const rule = unmetRecordingRule(number, recording);
    if (rule === undefined) continue;
    rules.add(rule);
    counted = addRows(counted, rows);
  }
  const named = [...rules].slice(0, maxNamedPlaces).map(({ place }) => place);
  const more = rules.size > maxNamedPlaces ? ` and ${rules.size - maxNamedPlaces} more places` : '';
  return warningOf(
    'recording_consent',
    'phone_number',
    counted,
    `${haveNumbers(counted)} in ${named.join(', ')}${more}, where the law requires consent to a recording. The agent records without it. ${consentAdvice([...rules], 'Set recording.consent of the agent')}`,
  );
}

/** Returns warnings about rows with invisible or lost characters, and rows whose `scheduled_at` is in the past. */
export function cellWarnings(
  { columns, characters, pastTimes }: CheckedCells,
  contact: 'called' | 'written to' = 'called',
): ColumnWarning[] {
  const have = (counted: CountedRows) => `${describeRows(counted)} ${counted.rows === 1 ? 'has' : 'have'}`;
  return [
    ...columns.flatMap(({ name }, index) => [
      ...warningOf(
        'invisible_characters',
        name,
        characters.invisible[index]!,
        `${have(characters.invisible[index]!)} invisible characters in ${name}. They are removed.`,
      ),
      ...warningOf(
        'lost_characters',
        name,
        characters.lost[index]!,
        `${have(characters.lost[index]!)} the replacement character U+FFFD in ${name}: a conversion of the file lost letters. Correct them and save the file in UTF-8.`,
      ),
    ]),
    ...warningOf(
      'scheduled_in_past',
      'scheduled_at',
      pastTimes,
      `${have(pastTimes)} a scheduled_at in the past. Such rows are ${contact} as soon as the batch runs.`,
    ),
  ];
}

/** Returns warnings about rows with numbers that no network can reach. */
export function trunkWarnings({ phone, test }: RowsByNetwork): ColumnWarning[] {
  const restart = 'restart Parley. Otherwise the batch pauses when the first of these rows is due.';
  const trunk = 'PARLEY_TRUNK_URL to the trunk of your provider';
  return [
    ...warningOf(
      'no_trunk',
      'phone_number',
      phone,
      `${haveNumbers(phone)} that no trunk can reach. Set ${trunk} and ${restart}`,
    ),
    ...warningOf(
      'no_trunk',
      'phone_number',
      test,
      `${haveNumbers(test)} of the test network, which is disabled. Enable it (PARLEY_TEST_NETWORK) or set ${trunk}, and ${restart}`,
    ),
  ];
}

/** Returns a warning about rows with numbers of other batches of calls of the last 24 hours. */
export function repeatWarning(repeated: RepeatedRows, onRecentNumbers: 'call' | 'skip'): ColumnWarning[] {
  const batch = batchOfAllRows(repeated) ?? 'batches';
  const they = repeated.rows === 1 ? 'It is' : 'They are';
  return warningOf(
    'in_recent_batch',
    'phone_number',
    repeated,
    `${haveNumbers(repeated)} of ${batch} that this agent started within 24 hours. ${they} ${onRecentNumbers === 'call' ? 'called again' : 'skipped'}.`,
  );
}

/** Returns a warning about rows with recipients of other batches of messages of the last 24 hours. `column`: that of the recipients. */
export function repeatedRecipientWarning(repeated: RepeatedRows, column: string): ColumnWarning[] {
  const batch = batchOfAllRows(repeated) ?? 'batches';
  const [have, they] = repeated.rows === 1 ? ['has a recipient', 'It is'] : ['have recipients', 'They are'];
  const message = `${describeRows(repeated)} ${have} of ${batch} that this flow started within 24 hours. ${they} written to again.`;
  return warningOf('in_recent_batch', column, repeated, message);
}

function unreadableTime(
  column: string,
  counted: CountedRows,
  { order, use }: { readonly order: DateOrder | undefined; readonly use: TextUse },
): ColumnWarning[] {
  const problem = `${describeRows(counted)} ${counted.rows === 1 ? 'has' : 'have'} text in ${column} that is not recognised as a time. The text is ${use} literally.`;
  return warningOf('unreadable_time', column, counted, `${problem} ${timeAdvice(order)}`);
}

const warningOf = (
  code: ColumnWarning['code'],
  column: string,
  { rows, firstRows }: CountedRows,
  message: string,
): ColumnWarning[] => (rows === 0 ? [] : [{ code, column, rows, firstRows: [...firstRows], message }]);

/** Returns the warning about a column that the flow speaks or writes and that is missing or has empty cells. */
function unfilledColumn(
  {
    column,
    fallback,
    use,
  }: { readonly column: string; readonly fallback: VariableValue; readonly use: TextUse },
  empty: CountedRows | undefined,
  rows: number,
): ColumnWarning[] {
  const usedInstead =
    fallback === null
      ? `Nothing is ${use} for it.`
      : `The default of the flow is ${use}: ${JSON.stringify(String(fallback))}.`;
  if (empty === undefined) {
    return [
      {
        code: 'missing_column',
        column,
        rows,
        firstRows: [],
        message: `The file has no column ${column}. ${usedInstead}`,
      },
    ];
  }
  const have = empty.rows === 1 ? 'has' : 'have';
  return warningOf(
    'empty_cells',
    column,
    empty,
    `${describeRows(empty)} ${have} no value in ${column}. ${usedInstead}`,
  );
}
