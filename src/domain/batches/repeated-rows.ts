import { addRows, noRows, type CountedRows } from './row-tally.ts';

/** Rows of a file with numbers of other batches. */
export interface RepeatedRows extends CountedRows {
  /** Number of rows by the id of the other batch. A row may count for several batches. */
  readonly rowsOfBatch: Readonly<Record<string, number>>;
}

export const noRepeatedRows: RepeatedRows = { ...noRows, rowsOfBatch: {} };

/** Adds two disjoint counts. */
export function addRepeatedRows(one: RepeatedRows, other: RepeatedRows): RepeatedRows {
  const rowsOfBatch = { ...one.rowsOfBatch };
  for (const [id, rows] of Object.entries(other.rowsOfBatch)) rowsOfBatch[id] = (rowsOfBatch[id] ?? 0) + rows;
  return { ...addRows(one, other), rowsOfBatch };
}

/** Returns the id of the batch that contains all of the rows; undefined if there is none. */
export const batchOfAllRows = ({ rows, rowsOfBatch }: RepeatedRows): string | undefined =>
  Object.keys(rowsOfBatch).find((id) => rowsOfBatch[id] === rows);
