import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberSetDigest } from './number-set-digest.ts';

const numbers = fc.uniqueArray(
  fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }).map((digits) => `+${digits}`),
);

function digestOf(all: readonly string[]): string {
  const set = new NumberSetDigest();
  for (const number of all) set.add(number);
  return set.digest;
}

describe('NumberSetDigest', () => {
  it('does not depend on the order', () => {
    fc.assert(
      fc.property(
        numbers.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(digestOf(shuffled)).toBe(digestOf(all));
        },
      ),
    );
  });

  it('differs for different sets', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const isSame = one.length === other.length && one.every((number) => other.includes(number));
        expect(digestOf(one) === digestOf(other)).toBe(isSame);
      }),
    );
  });

  it('differs for consecutive numbers', () => {
    const digests = Array.from({ length: 10_000 }, (_, index) => digestOf([`+1202555${10_000 + index}`]));
    expect(new Set(digests).size).toBe(digests.length);
  });
});
