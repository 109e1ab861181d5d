import { isToldAsTime } from '../understanding/iso-time.ts';
import type { Column } from './header.ts';
import { RowTally } from './row-tally.ts';

/** Counts the cells that are to hold a time and hold something else. Only columns of times are looked at. */
export class TimeCells {
  /** By column. */
  readonly unreadable: readonly RowTally[];
  /** Where the columns of times stand. */
  readonly #places: readonly number[];

  /** `names`: of variables that are times; some may be no columns of the file. */
  constructor(columns: readonly Column[], names: readonly string[]) {
    this.unreadable = columns.map(() => new RowTally());
    this.#places = columns.flatMap(({ name, role }, index) =>
      role === 'variable' && names.includes(name) ? [index] : [],
    );
  }

  add(cells: readonly string[], row: number): void {
    for (const place of this.#places) {
      const text = (cells[place] ?? '').trim();
      if (text !== '' && !isToldAsTime(text)) this.unreadable[place]!.add(row);
    }
  }
}
