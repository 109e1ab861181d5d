/** Maximum number of row numbers in a count. */
const maxFirstRows = 5;

/** A count of rows with the first row numbers as in a spreadsheet. */
export interface CountedRows {
  readonly rows: number;
  /** At most five. */
  readonly firstRows: readonly number[];
}

/** Counts rows in ascending order. */
export class RowTally implements CountedRows {
  rows = 0;
  readonly firstRows: number[] = [];

  add(row: number): void {
    this.rows += 1;
    if (this.firstRows.length < maxFirstRows) this.firstRows.push(row);
  }
}

export const noRows: CountedRows = { rows: 0, firstRows: [] };

/** Adds two disjoint counts. */
export const addRows = (one: CountedRows, other: CountedRows): CountedRows => ({
  rows: one.rows + other.rows,
  firstRows: [...one.firstRows, ...other.firstRows]
    .sort((left, right) => left - right)
    .slice(0, maxFirstRows),
});

/** Returns the rows as the subject of a sentence: `Row 4`, `Rows 4, 9 and 12`, or their number and the first of them. */
export function describeRows({ rows, firstRows }: CountedRows): string {
  if (rows === 1) return `Row ${firstRows.join('')}`;
  if (rows > firstRows.length) return `${rows} rows (${firstRows.join(', ')} …)`;
  return `Rows ${firstRows.slice(0, -1).join(', ')} and ${firstRows.at(-1)}`;
}

/** Returns the subject and verb of a sentence, such as `Rows 2 and 4 have numbers`. */
export const haveNumbers = (counted: CountedRows): string =>
  `${describeRows(counted)} ${counted.rows === 1 ? 'has a number' : 'have numbers'}`;
