import type { VariableValue } from '../flow/protocol.ts';
import type { CsvReport } from './csv-reading.ts';
import type { FlowColumns } from './flow-variables.ts';
import type { OutsideHours } from './hours-notes.ts';

export const columnWarningCodes = [
  'missing_column',
  'empty_cells',
  'unreadable_time',
  'unused_column',
  'zone_unknown',
  'never_open',
] as const;

/** What is odd about a column of a file that can be started all the same. */
export interface ColumnWarning {
  readonly code: (typeof columnWarningCodes)[number];
  /** Its name. */
  readonly column: string;
  /** How many rows it concerns, of those that are neither invalid nor duplicates. */
  readonly rows: number;
  readonly message: string;
}

export type ReadFile = Pick<
  CsvReport,
  'columns' | 'emptyCells' | 'unreadableTimes' | 'totalRows' | 'invalidRows' | 'duplicateRows'
>;

/** What the flow says and the file leaves open, as a whole or in some rows, and what the file brings along for nothing. */
export function columnWarnings(file: ReadFile, { spoken, unspoken, filled }: FlowColumns): ColumnWarning[] {
  const rows = file.totalRows - file.invalidRows - file.duplicateRows;
  const emptyCells = new Map(file.columns.map(({ name }, index) => [name, file.emptyCells[index] ?? 0]));
  const known = new Set([...spoken.map(({ name }) => name), ...unspoken, ...filled]);
  const unused = file.columns.filter(({ name, role }) => role === 'variable' && !known.has(name));
  return [
    ...spoken.flatMap(({ name, fallback }) => openColumn(name, fallback, emptyCells.get(name), rows)),
    ...file.columns.flatMap(({ name }, index) => unreadableTime(name, file.unreadableTimes[index] ?? 0)),
    ...unused.map(({ name }): ColumnWarning => ({
      code: 'unused_column',
      column: name,
      rows: rows - emptyCells.get(name)!,
      message: `The flow uses ${name} nowhere.`,
    })),
  ];
}

/** The names of what the flow says and no column gives, in their order. */
export function columnsMissing({ columns }: Pick<CsvReport, 'columns'>, { spoken }: FlowColumns): string[] {
  const given = new Set(columns.map(({ name }) => name));
  return spoken.map(({ name }) => name).filter((name) => !given.has(name));
}

/** Rows that the calling hours keep from being called. */
export function hoursWarnings({ zoneUnknown, neverOpen }: OutsideHours): ColumnWarning[] {
  const column = 'phone_number';
  const rowsHave = (rows: number) => (rows === 1 ? 'One row has a number' : `${rows} rows have numbers`);
  return [
    ...warningOf(
      'zone_unknown',
      column,
      zoneUnknown,
      `${rowsHave(zoneUnknown)} whose time zone is not known: without a timezone in the file such rows are not called.`,
    ),
    ...warningOf(
      'never_open',
      column,
      neverOpen,
      `${rowsHave(neverOpen)} that may never be called: the hours of the batch, those of the workspace and those that the law allows there have none in common.`,
    ),
  ];
}

function unreadableTime(column: string, rows: number): ColumnWarning[] {
  const who = rows === 1 ? 'One row has' : `${rows} rows have`;
  const message = `${who} something else in ${column} than a time that is understood: it is told as it stands. Write 2026-11-24T10:00, or with an offset 2026-11-24T10:00:00-05:00.`;
  return warningOf('unreadable_time', column, rows, message);
}

const warningOf = (
  code: ColumnWarning['code'],
  column: string,
  rows: number,
  message: string,
): ColumnWarning[] => (rows === 0 ? [] : [{ code, column, rows, message }]);

function openColumn(
  column: string,
  fallback: VariableValue,
  empty: number | undefined,
  rows: number,
): ColumnWarning[] {
  const told = fallback === null ? undefined : `told the flow's own ${JSON.stringify(String(fallback))}.`;
  if (empty === undefined) {
    const instead = told === undefined ? 'nothing is said for it.' : `everybody is ${told}`;
    return [{ code: 'missing_column', column, rows, message: `${column} is not in the file: ${instead}` }];
  }
  if (empty === 0) return [];
  const who = empty === 1 ? `One row leaves ${column} empty` : `${empty} rows leave ${column} empty`;
  const instead =
    told === undefined ? 'nothing is said for it.' : `${empty === 1 ? 'it is' : 'they are'} ${told}`;
  return [{ code: 'empty_cells', column, rows: empty, message: `${who}: ${instead}` }];
}
