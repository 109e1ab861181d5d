import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, systemRandom } from './random.ts';

describe('random sources', () => {
  it('return the same numbers for the same seed, and others for another seed', () => {
    const draw = (seed: number) => Buffer.from(seededRandom(seed).bytes(32)).toString('hex');
    expect(draw(7)).toBe(draw(7));
    expect(draw(7)).not.toBe(draw(8));
  });

  it('stay within their bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const random = seededRandom(seed);
        for (let i = 0; i < 20; i++) {
          expect(random.below(bound)).toBeLessThan(bound);
          expect(random.fraction()).toBeLessThan(1);
        }
      }),
    );
  });

  it('are uniform over ten values', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    const random = seededRandom(11);
    for (let i = 0; i < 100_000; i++) counts[random.below(10)]! += 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('return the requested number of bytes', () => {
    expect(systemRandom.bytes(33)).toHaveLength(33);
    expect(systemRandom.below(1)).toBe(0);
  });
});
