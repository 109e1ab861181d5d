import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sequenceDistance, timestampDistance } from './sequence-number.ts';

it('returns distances across the wrap', () => {
  expect(sequenceDistance(65_535, 0)).toBe(1);
  expect(sequenceDistance(2, 65_534)).toBe(-4);
  expect(timestampDistance(0xffff_ff60, 0)).toBe(160);
});

it('inverts an addition from any starting point', () => {
  fc.assert(
    fc.property(fc.nat(0xffff), fc.integer({ min: -32_768, max: 32_767 }), (from, step) => {
      expect(sequenceDistance(from, (from + step) & 0xffff)).toBe(step);
    }),
  );
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), fc.integer(), (from, step) => {
      expect(timestampDistance(from, (from + step) >>> 0)).toBe(step);
    }),
  );
});
