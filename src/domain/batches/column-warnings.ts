import type { DateOrder } from '../understanding/written-date.ts';
import type { VariableValue } from '../flow/protocol.ts';
import type { CsvReport } from './csv-reader.ts';
import type { FlowColumns } from './flow-variables.ts';
import type { CallingHoursIssues } from './calling-hours-issues.ts';
import type { RowsByNetwork } from './number-networks.ts';
import { onlyBatchOf, type RepeatedRows } from './repeated-rows.ts';
import { isResultColumn } from './result-columns.ts';
import { describeRows, noRows, type CountedRows } from './row-tally.ts';

export const columnWarningCodes = [
  'missing_column',
  'empty_cells',
  'unreadable_time',
  'unused_column',
  'zone_unknown',
  'never_open',
  'timezone_contradicts_number',
  'in_recent_batch',
  'no_trunk',
  'invisible_characters',
  'lost_characters',
  'scheduled_in_past',
] as const;

/** What is odd about a column of a file that can be started all the same. */
export interface ColumnWarning {
  readonly code: (typeof columnWarningCodes)[number];
  /** Its name. */
  readonly column: string;
  /** How many rows it concerns, of those that are neither invalid nor duplicates. */
  readonly rows: number;
  /** Of those, five at most; none where it concerns the column as a whole. */
  readonly firstRows: number[];
  readonly message: string;
}

/** With the order of its dates, where it was told. */
export type ReadFile = Pick<
  CsvReport,
  'columns' | 'emptyCells' | 'unreadableTimes' | 'totalRows' | 'invalidRows' | 'duplicateRows'
> & { readonly dateOrder?: DateOrder | undefined };

type CheckedCells = Pick<CsvReport, 'columns' | 'characters' | 'pastTimes'>;

/** What the flow says and the file leaves open, as a whole or in some rows, and what the file brings along for nothing. */
export function columnWarnings(file: ReadFile, { spoken, unspoken, filled }: FlowColumns): ColumnWarning[] {
  const rows = file.totalRows - file.invalidRows - file.duplicateRows;
  const emptyCells = new Map(file.columns.map(({ name }, index) => [name, file.emptyCells[index] ?? noRows]));
  const known = new Set([...spoken.map(({ name }) => name), ...unspoken, ...filled]);
  const isExport = file.columns.some(({ name }) => name === 'job_id');
  const unused = file.columns.filter(
    ({ name, role }) => role === 'variable' && !known.has(name) && !(isExport && isResultColumn(name)),
  );
  return [
    ...spoken.flatMap(({ name, fallback }) => openColumn(name, fallback, emptyCells.get(name), rows)),
    ...file.columns.flatMap(({ name }, index) =>
      unreadableTime(name, file.unreadableTimes[index] ?? noRows, file.dateOrder),
    ),
    ...unused.map(({ name }): ColumnWarning => ({
      code: 'unused_column',
      column: name,
      rows: rows - emptyCells.get(name)!.rows,
      firstRows: [],
      message: `The flow uses ${name} nowhere.`,
    })),
  ];
}

/** The names of what the flow says and no column gives, in their order. */
export function columnsMissing({ columns }: Pick<CsvReport, 'columns'>, { spoken }: FlowColumns): string[] {
  const given = new Set(columns.map(({ name }) => name));
  return spoken.map(({ name }) => name).filter((name) => !given.has(name));
}

const haveNumbers = (counted: CountedRows): string =>
  `${describeRows(counted)} ${counted.rows === 1 ? 'has a number' : 'have numbers'}`;

/** Rows that the calling hours keep from being called, or whose zone contradicts the number. */
export function hoursWarnings({
  timezoneUnknown,
  windowNeverOpens,
  timezoneContradictsNumber,
}: CallingHoursIssues): ColumnWarning[] {
  const column = 'phone_number';
  return [
    ...warningOf(
      'zone_unknown',
      column,
      timezoneUnknown,
      `${haveNumbers(timezoneUnknown)} whose time zone is not known: without a timezone in the file such rows are not called.`,
    ),
    ...warningOf(
      'never_open',
      column,
      windowNeverOpens,
      `${haveNumbers(windowNeverOpens)} that may never be called: the hours of the batch, those of the workspace and those that the law allows there have none in common.`,
    ),
    ...warningOf(
      'timezone_contradicts_number',
      'timezone',
      timezoneContradictsNumber,
      `${describeRows(timezoneContradictsNumber)} ${timezoneContradictsNumber.rows === 1 ? 'has' : 'have'} a timezone that contradicts the number: such rows are called only when the hours of both allow it.`,
    ),
  ];
}

/** Rows with characters that a reader of the file does not see, and rows whose `scheduled_at` is in the past. */
export function cellWarnings({ columns, characters, pastTimes }: CheckedCells): ColumnWarning[] {
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
      `${have(pastTimes)} a scheduled_at in the past. Such rows are called as soon as the batch runs.`,
    ),
  ];
}

/** Rows with numbers that nothing carries. */
export function trunkWarnings({ phone, test }: RowsByNetwork): ColumnWarning[] {
  const then = 'start Parley again; else the batch pauses when the first of them is due.';
  const trunk = 'set PARLEY_TRUNK_URL to that of your provider';
  return [
    ...warningOf(
      'no_trunk',
      'phone_number',
      phone,
      `${haveNumbers(phone)} that no trunk carries: ${trunk} and ${then}`,
    ),
    ...warningOf(
      'no_trunk',
      'phone_number',
      test,
      `${haveNumbers(test)} of the test network, which is off: switch it on (PARLEY_TEST_NETWORK) or ${trunk}, and ${then}`,
    ),
  ];
}

/** Rows whose numbers other batches of the last day have. */
export function repeatWarning(repeated: RepeatedRows): ColumnWarning[] {
  const which = onlyBatchOf(repeated) ?? 'batches';
  return warningOf(
    'in_recent_batch',
    'phone_number',
    repeated,
    `${haveNumbers(repeated)} of ${which} that this agent was given within 24 hours: ${repeated.rows === 1 ? 'it is' : 'they are'} called once more.`,
  );
}

const dateExamples: Readonly<Record<DateOrder, string>> = {
  mdy: '11/24/2026 10:00',
  dmy: '24.11.2026 10:00',
};

function unreadableTime(column: string, counted: CountedRows, order: DateOrder | undefined): ColumnWarning[] {
  const what = `${describeRows(counted)} ${counted.rows === 1 ? 'has' : 'have'} something else in ${column} than a time that is understood: it is told as it stands.`;
  const inIso = '2026-11-24T10:00, or with an offset 2026-11-24T10:00:00-05:00';
  const todo =
    order === undefined
      ? `Write ${inIso}; or send dateOrder, mdy for 11/24/2026 and dmy for 24.11.2026.`
      : `With dateOrder ${order} write ${dateExamples[order]}, ${inIso}.`;
  return warningOf('unreadable_time', column, counted, `${what} ${todo}`);
}

const warningOf = (
  code: ColumnWarning['code'],
  column: string,
  { rows, firstRows }: CountedRows,
  message: string,
): ColumnWarning[] => (rows === 0 ? [] : [{ code, column, rows, firstRows: [...firstRows], message }]);

function openColumn(
  column: string,
  fallback: VariableValue,
  empty: CountedRows | undefined,
  rows: number,
): ColumnWarning[] {
  const told = fallback === null ? undefined : `told the flow's own ${JSON.stringify(String(fallback))}.`;
  if (empty === undefined) {
    const instead = told === undefined ? 'nothing is said for it.' : `everybody is ${told}`;
    return [
      {
        code: 'missing_column',
        column,
        rows,
        firstRows: [],
        message: `${column} is not in the file: ${instead}`,
      },
    ];
  }
  const isOne = empty.rows === 1;
  const who = `${describeRows(empty)} ${isOne ? 'leaves' : 'leave'} ${column} empty`;
  const instead = told === undefined ? 'nothing is said for it.' : `${isOne ? 'it is' : 'they are'} ${told}`;
  return warningOf('empty_cells', column, empty, `${who}: ${instead}`);
}
