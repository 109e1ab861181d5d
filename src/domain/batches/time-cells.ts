import { isSpokenAsTime } from '../understanding/iso-time.ts';
import { readWrittenDate, type DateOrder } from '../understanding/written-date.ts';
import type { Column } from './header.ts';
import { RowTally } from './row-tally.ts';

/** How cells that hold times are read. */
export interface TimeRules {
  /** Names of variables that are times; some may be no columns of the file. */
  readonly timeColumns?: readonly string[] | undefined;
  /** Left out: times are written in ISO 8601. */
  readonly dateOrder?: DateOrder | undefined;
}

/** What a cell of such a column stands for: in ISO 8601 where it is understood, else as it stands. */
export const timeIn = (text: string, order: DateOrder | undefined): string =>
  (order === undefined ? undefined : readWrittenDate(text, order)) ?? text;

/** Counts the cells that are to hold a time and hold something else. Only columns of times are looked at. */
export class TimeCells {
  /** By column. */
  readonly unreadable: readonly RowTally[];
  readonly #order: DateOrder | undefined;
  /** Where the columns of times stand. */
  readonly #places: readonly number[];

  constructor(columns: readonly Column[], { timeColumns = [], dateOrder }: TimeRules) {
    this.unreadable = columns.map(() => new RowTally());
    this.#order = dateOrder;
    this.#places = columns.flatMap(({ name, role }, index) =>
      role === 'variable' && timeColumns.includes(name) ? [index] : [],
    );
  }

  add(cells: readonly string[], row: number): void {
    for (const place of this.#places) {
      const text = (cells[place] ?? '').trim();
      if (text !== '' && !isSpokenAsTime(timeIn(text, this.#order))) this.unreadable[place]!.add(row);
    }
  }
}
