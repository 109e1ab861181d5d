import { describe, expect, it } from 'vitest';
import { repeatWarning } from './column-warnings.ts';
import {
  addRepeatedRows,
  batchOfAllRows,
  noRepeatedRows,
  type FoundRepeats,
  type RepeatedRows,
} from './repeated-rows.ts';

const inBoth: FoundRepeats = { rowNumbers: [2, 4], rowsOfBatch: { batch_1: 2, batch_2: 1 } };
const inFirst: FoundRepeats = { rowNumbers: [9], rowsOfBatch: { batch_1: 1 } };
const inSecond: FoundRepeats = { rowNumbers: [9], rowsOfBatch: { batch_2: 1 } };
const sumOf = (...found: readonly FoundRepeats[]): RepeatedRows =>
  found.reduce(addRepeatedRows, noRepeatedRows);

describe('rows whose numbers are in other batches', () => {
  it('are counted for each batch', () => {
    const all = sumOf(inBoth, inFirst);
    expect(all).toEqual({ rows: 3, firstRows: [2, 4, 9], rowsOfBatch: { batch_1: 3, batch_2: 1 } });
    expect(batchOfAllRows(all)).toBe('batch_1');
    expect(batchOfAllRows(sumOf(inBoth, inSecond))).toBeUndefined();
  });

  it('cause a warning with the batch if there is only one', () => {
    const messagesOf = (repeated: RepeatedRows, onRecentNumbers: 'call' | 'skip' = 'call') =>
      repeatWarning(repeated, onRecentNumbers).map(({ message }) => message);
    expect(messagesOf(noRepeatedRows)).toEqual([]);
    expect(messagesOf(sumOf(inFirst), 'skip')).toEqual([
      'Row 9 has a number of batch_1 that this agent started within 24 hours. It is skipped.',
    ]);
    expect(messagesOf(sumOf(inBoth, inSecond))).toEqual([
      'Rows 2, 4 and 9 have numbers of batches that this agent started within 24 hours. They are called again.',
    ]);
  });
});
