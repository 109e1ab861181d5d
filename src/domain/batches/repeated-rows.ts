import { addRows, noRows, type CountedRows } from './row-tally.ts';

/** Rows of a file with numbers that other batches call, or have called. */
export interface RepeatedRows extends CountedRows {
  /** By the id of such a batch: how many of them it calls. A row may be of several. */
  readonly rowsOfBatch: Readonly<Record<string, number>>;
}

export const noRepeatedRows: RepeatedRows = { ...noRows, rowsOfBatch: {} };

/** Both, none of which has a row of the other. */
export function addRepeatedRows(one: RepeatedRows, other: RepeatedRows): RepeatedRows {
  const rowsOfBatch = { ...one.rowsOfBatch };
  for (const [id, rows] of Object.entries(other.rowsOfBatch)) rowsOfBatch[id] = (rowsOfBatch[id] ?? 0) + rows;
  return { ...addRows(one, other), rowsOfBatch };
}

/** The batch that calls all of them; undefined where none does. */
export const onlyBatchOf = ({ rows, rowsOfBatch }: RepeatedRows): string | undefined =>
  Object.keys(rowsOfBatch).find((id) => rowsOfBatch[id] === rows);
