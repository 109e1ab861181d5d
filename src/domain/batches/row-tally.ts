/** So many are named. */
const namedMax = 5;

/** How many rows of a file, and which come first, as a spreadsheet numbers them. */
export interface CountedRows {
  readonly rows: number;
  /** Five at most. */
  readonly firstRows: readonly number[];
}

/** Counts rows, in their order. */
export class RowTally implements CountedRows {
  rows = 0;
  readonly firstRows: number[] = [];

  add(row: number): void {
    this.rows += 1;
    if (this.firstRows.length < namedMax) this.firstRows.push(row);
  }
}

export const noRows: CountedRows = { rows: 0, firstRows: [] };

/** Both, none of which has a row of the other. */
export const addRows = (one: CountedRows, other: CountedRows): CountedRows => ({
  rows: one.rows + other.rows,
  firstRows: [...one.firstRows, ...other.firstRows].sort((left, right) => left - right).slice(0, namedMax),
});

/** `Row 4`, `Rows 4, 9 and 12`, or how many they are and the first of them: as a sentence begins. */
export function describeRows({ rows, firstRows }: CountedRows): string {
  if (rows === 1) return `Row ${firstRows.join('')}`;
  if (rows > firstRows.length) return `${rows} rows (${firstRows.join(', ')} …)`;
  return `Rows ${firstRows.slice(0, -1).join(', ')} and ${firstRows.at(-1)}`;
}
