import { isIsoTimeOrDay } from '../understanding/iso-time.ts';
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
