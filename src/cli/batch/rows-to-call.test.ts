import { describe, expect, it } from 'vitest';
import { rowsToCall } from './rows-to-call.ts';

const warning = (code: 'zone_unknown' | 'never_open' | 'in_recent_batch', rows: number) => ({
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
    ['none that are never allowed', 0, [warning('zone_unknown', 1), warning('never_open', 2)], '1'],
    [
      'at least so many, where a suppressed one may be of these',
      2,
      [warning('zone_unknown', 1)],
      'at least 3',
    ],
    ['never less than none', 9, [warning('zone_unknown', 6)], 'at least 0'],
  ])('returns %s', (_, suppressedRows, warnings, text) => {
    expect(rowsToCall({ validRows: 4, suppressedRows, warnings })).toBe(text);
  });
});
