import { describe, expect, it } from 'vitest';
import { rowsToCallText } from './rows-to-call.ts';

const warning = (code: 'timezone_unknown' | 'window_never_opens' | 'in_recent_batch', rows: number) => ({
  code,
  path: 'columns.phone_number',
  column: 'phone_number',
  rows,
  firstRows: [],
  message: '',
});

describe('rowsToCallText', () => {
  it.each([
    ['the number of valid rows without warnings', 0, [], '4'],
    ['a number that includes rows of a recent batch', 0, [warning('in_recent_batch', 2)], '4'],
    [
      'a number without rows that are never allowed',
      0,
      [warning('timezone_unknown', 1), warning('window_never_opens', 2)],
      '1',
    ],
    [
      'the minimum if suppressed rows may be among the rows that are never allowed',
      2,
      [warning('timezone_unknown', 1)],
      'at least 3',
    ],
    ['at least zero', 9, [warning('timezone_unknown', 6)], 'at least 0'],
  ])('returns %s', (_, suppressedRows, warnings, text) => {
    expect(rowsToCallText({ validRows: 4, suppressedRows, warnings })).toBe(text);
  });
});
