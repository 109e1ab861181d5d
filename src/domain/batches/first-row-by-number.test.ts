import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstRowByNumber } from './first-row-by-number.ts';

const e164 = fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }).map((number) => `+${number}`);

describe('FirstRowByNumber', () => {
  it('returns the first row of each number', () => {
    fc.assert(
      fc.property(fc.array(e164, { maxLength: 3000, size: 'max' }), (numbers) => {
        const rows = new FirstRowByNumber();
        const known = new Map<string, number>();
        for (const [index, number] of [...numbers, ...numbers].entries()) {
          expect(rows.firstRow(number, index + 1)).toBe(known.get(number));
          if (!known.has(number)) known.set(number, index + 1);
        }
        expect(rows.size).toBe(known.size);
      }),
      { numRuns: 30 },
    );
  });
});
