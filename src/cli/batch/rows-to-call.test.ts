import { describe, expect, it } from 'vitest';
import { rowsToCall } from './rows-to-call.ts';

const warning = (code: 'timezone_unknown' | 'window_never_opens' | 'in_recent_batch', rows: number) => ({
  code,
  path: 'columns.phone_number',
  column: 'phone_number',
  rows,
  firstRows: [],
  message: '',
});

describe('rowsToCall', () => {
  it.each([
    ['all that are valid', 0, [], '4'],
    ['those of another batch too', 0, [warning('in_recent_batch', 2)], '4'],
    [
      'none that are never allowed',
      0,
      [warning('timezone_unknown', 1), warning('window_never_opens', 2)],
      '1',
    ],
    [
      'at least so many, where a suppressed one may be of these',
      2,
      [warning('timezone_unknown', 1)],
      'at least 3',
    ],
    ['never less than none', 9, [warning('timezone_unknown', 6)], 'at least 0'],
  ])('returns %s', (_, suppressedRows, warnings, text) => {
    expect(rowsToCall({ validRows: 4, suppressedRows, warnings })).toBe(text);
  });
});
