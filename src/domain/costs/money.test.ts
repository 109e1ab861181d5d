import { property, assert, bigInt, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, formatNanos, parseNanos } from './money.ts';

describe('parseNanos', () => {
  it.each([
    ['0', 0n],
    ['0.0043', 4_300_000n],
    ['15', 15_000_000_000n],
    ['0.000000001', 1n],
    ['007.10', 7_100_000_000n],
  ])('parses %s', (text, amount) => expect(parseNanos(text)).toBe(amount));

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '1,5', '0.0000000001', ' 1', 'NaN', '1'.repeat(19)])(
    'rejects %j',
    (text) => expect(parseNanos(text)).toBeUndefined(),
  );

  it('is the inverse of formatNanos', () => {
    assert(
      property(bigInt({ min: 0n, max: 10n ** 27n - 1n }), (amount) => {
        expect(parseNanos(formatNanos(amount))).toBe(amount);
        expect(formatNanos(amount)).not.toMatch(/\.\d*0$/);
      }),
    );
  });
});

describe('costOf', () => {
  it.each([
    [60_000, 4_300_000n, 60_000, 4_300_000n],
    [30_000, 1n, 60_000, 1n],
    [29_999, 1n, 60_000, 0n],
    [1, 150_000_000n, 1_000_000, 150n],
    [0, 1_000_000n, 60_000, 0n],
  ])('returns the cost of %d at the price %d per %d', (quantity, price, unit, cost) => {
    expect(costOf(quantity, price, unit)).toBe(cost);
  });

  it('is never negative, grows with the quantity, and differs from the exact cost by at most half a nano', () => {
    const quantity = integer({ min: 0, max: 1_000_000_000 });
    const price = bigInt({ min: 0n, max: 10n ** 15n });
    assert(
      property(quantity, price, (amount, perMillion) => {
        const cost = costOf(amount, perMillion, 1_000_000);
        expect(cost >= 0n && cost <= costOf(amount + 1, perMillion, 1_000_000)).toBe(true);
        const difference = 2n * (cost * 1_000_000n - BigInt(amount) * perMillion);
        expect(difference <= 1_000_000n && difference >= -1_000_000n).toBe(true);
      }),
    );
  });
});
