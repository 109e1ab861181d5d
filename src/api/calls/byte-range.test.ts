import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readByteRange } from './byte-range.ts';

describe('readByteRange', () => {
  it.each([
    ['bytes=0-99', { first: 0, last: 99 }],
    ['bytes=900-', { first: 900, last: 999 }],
    ['bytes=900-5000', { first: 900, last: 999 }],
    ['bytes=-100', { first: 900, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['bytes=0-0', { first: 0, last: 0 }],
  ])('reads %s for a body of 1000 bytes', (header, range) => {
    expect(readByteRange(header, 1000)).toEqual(range);
  });

  it.each([undefined, '', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=0-1,5-6', 'items=0-5'])(
    'returns undefined for %s',
    (header) => {
      expect(readByteRange(header, 1000)).toBeUndefined();
    },
  );

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])('rejects %s for a body of 1000 bytes', (header) => {
    expect(() => readByteRange(header, 1000)).toThrow('requests bytes beyond');
  });

  it('limits the range to the body', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), fc.integer({ min: 1, max: 1000 }), (first, last, sizeBytes) => {
        fc.pre(first < sizeBytes && first <= last);
        const range = readByteRange(`bytes=${first}-${last}`, sizeBytes)!;
        expect(range.first).toBe(first);
        expect(range.last).toBe(Math.min(last, sizeBytes - 1));
      }),
    );
  });
});
