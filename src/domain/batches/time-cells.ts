import { isIsoTimeOrDay, withIsoSeparator } from '../understanding/iso-time.ts';
import { readWrittenDate, type DateOrder } from '../understanding/written-date.ts';
import type { Column } from './header.ts';
import { RowTally } from './row-tally.ts';

/** The rules for reading cells with times. */
export interface TimeRules {
  /** Names of time variables. Some may have no column in the file. */
  readonly timeColumns?: readonly string[] | undefined;
  /** If omitted, times must be in ISO 8601. */
  readonly dateOrder?: DateOrder | undefined;
}

/** Returns a time cell in ISO 8601, or unchanged if it is not recognised. */
export const timeIn = (text: string, order: DateOrder | undefined): string =>
  (order === undefined ? undefined : readWrittenDate(text, order)) ?? text;

/** The form of a date in any order, or in ISO 8601. */
const dateForm = /^(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)|\d{4}-\d\d-\d\d)(?!\d)/;

/** Returns a cell of a time column in ISO 8601. Returns null for a date that is not in the order or does not exist, and undefined for other texts. */
export function readTimeCell(text: string, order: DateOrder | undefined): string | null | undefined {
  const iso = withIsoSeparator(timeIn(text, order));
  if (isIsoTimeOrDay(iso)) return iso;
  return dateForm.test(text) ? null : undefined;
}

const dateExamples: Readonly<Record<DateOrder, string>> = {
  mdy: '11/24/2026 10:00',
  dmy: '24.11.2026 10:00',
};

/** Returns how to write a time that Parley can read. */
export function timeAdvice(order: DateOrder | undefined): string {
  const inIso = '2026-11-24T10:00, or with an offset 2026-11-24T10:00:00-05:00';
  return order === undefined
    ? `Write ${inIso}; or send dateOrder: mdy for 11/24/2026 or dmy for 24.11.2026.`
    : `With dateOrder ${order} write ${dateExamples[order]}, ${inIso}.`;
}

/** Counts cells in time columns that are not recognised as a time. */
export class TimeCells {
  /** Counts by column. */
  readonly unreadable: readonly RowTally[];
  readonly #order: DateOrder | undefined;
  /** Indexes of the time columns. */
  readonly #columnIndexes: readonly number[];

  constructor(columns: readonly Column[], { timeColumns = [], dateOrder }: TimeRules) {
    this.unreadable = columns.map(() => new RowTally());
    this.#order = dateOrder;
    this.#columnIndexes = columns.flatMap(({ name, role }, index) =>
      role === 'variable' && timeColumns.includes(name) ? [index] : [],
    );
  }

  add(cells: readonly string[], row: number): void {
    for (const index of this.#columnIndexes) {
      const text = (cells[index] ?? '').trim();
      if (text !== '' && !isIsoTimeOrDay(timeIn(text, this.#order))) this.unreadable[index]!.add(row);
    }
  }
}
