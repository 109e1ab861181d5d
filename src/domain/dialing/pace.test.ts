import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

const scope = (name: string, intervalMs: number, nextInMs = 0) => ({ scope: name, intervalMs, nextInMs });

/** All instants up to the horizon. */
function reserveAll(pace: Pace, scopes: readonly string[], horizonMs: number): number[] {
  const instants: number[] = [];
  for (;;) {
    const atMs = pace.reserve(scopes, horizonMs);
    if (atMs === undefined) return instants;
    instants.push(atMs);
  }
}

describe('the pace of calls', () => {
  it('gives evenly spaced instants, the first of them at once', () => {
    expect(reserveAll(new Pace([scope('batch', 100)]), ['batch'], 250)).toEqual([0, 100, 200]);
  });

  it('goes on where the last reservation ended, whoever made it', () => {
    expect(reserveAll(new Pace([scope('batch', 100, 130)]), ['batch'], 250)).toEqual([130, 230]);
    expect(new Pace([scope('batch', 1000, 900)]).reserve(['batch'], 250)).toBeUndefined();
  });

  it('makes up for nothing: what was not used in the past is gone', () => {
    expect(reserveAll(new Pace([scope('batch', 100, -5_000)]), ['batch'], 150)).toEqual([0, 100]);
  });

  it('is that of the slowest scope', () => {
    const pace = new Pace([scope('batch', 10), scope('trunk', 200, 20)]);
    expect(reserveAll(pace, ['batch', 'trunk'], 250)).toEqual([20, 220]);
    expect(pace.next).toEqual(
      new Map([
        ['batch', 230],
        ['trunk', 420],
      ]),
    );
  });

  it('does not hold a scope without a rate', () => {
    const pace = new Pace([scope('batch', 100), scope('trunk', 0)]);
    expect(reserveAll(pace, ['batch', 'trunk'], 100)).toEqual([0, 100]);
  });

  it('tells beforehand how many there are up to the horizon', () => {
    const scopes = fc.record({
      intervalMs: fc.double({ min: 2, max: 100_000, noNaN: true }),
      nextInMs: fc.integer({ min: -1000, max: 400 }),
    });
    fc.assert(
      fc.property(scopes, fc.integer({ min: 0, max: 400 }), ({ intervalMs, nextInMs }, horizonMs) => {
        const paces = [1, 2].map(() => new Pace([scope('batch', intervalMs, nextInMs)]));
        const count = paces[0]!.countUntil(['batch'], horizonMs);
        // Sums of fractions may fall on either side of the horizon.
        expect(Math.abs(reserveAll(paces[1]!, ['batch'], horizonMs).length - count)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
