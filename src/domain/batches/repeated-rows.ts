import { addRows, noRows, type CountedRows } from './row-tally.ts';

/** Rows of a file with numbers of other batches. */
export interface RepeatedRows extends CountedRows {
  /** Number of rows by the id of the other batch. A row may count for several batches. */
  readonly rowsOfBatch: Readonly<Record<string, number>>;
}

export const noRepeatedRows: RepeatedRows = { ...noRows, rowsOfBatch: {} };

/** The rows of a part of a file with numbers of other batches. */
export interface FoundRepeats extends Pick<RepeatedRows, 'rowsOfBatch'> {
  /** In ascending order. */
  readonly rowNumbers: readonly number[];
}

/** Adds the rows of another part of the file. */
export function addRepeatedRows(counted: RepeatedRows, found: FoundRepeats): RepeatedRows {
  const rowsOfBatch = { ...counted.rowsOfBatch };
  for (const [id, rows] of Object.entries(found.rowsOfBatch)) rowsOfBatch[id] = (rowsOfBatch[id] ?? 0) + rows;
  const { rowNumbers } = found;
  return { ...addRows(counted, { rows: rowNumbers.length, firstRows: rowNumbers }), rowsOfBatch };
}

/** Returns the id of the batch that contains all of the rows; undefined if there is none. */
export const batchOfAllRows = ({ rows, rowsOfBatch }: RepeatedRows): string | undefined =>
  Object.keys(rowsOfBatch).find((id) => rowsOfBatch[id] === rows);
