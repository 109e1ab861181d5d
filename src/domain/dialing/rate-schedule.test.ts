import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateSchedule, type FreeInterval } from './rate-schedule.ts';

const scope = (name: string, intervalMs: number, nextInMs = 0) => ({
  scope: name,
  intervalMs,
  free: [{ fromMs: nextInMs, toMs: Infinity }],
});

/** Reserves every instant up to the horizon. */
function reserveAll(pace: RateSchedule, scopes: readonly string[], horizonMs: number): number[] {
  const instants: number[] = [];
  for (;;) {
    const atMs = pace.reserve(scopes, horizonMs);
    if (atMs === undefined) return instants;
    instants.push(atMs);
  }
}

describe('RateSchedule', () => {
  it('returns evenly spaced instants that begin immediately', () => {
    expect(reserveAll(new RateSchedule([scope('batch', 100)]), ['batch'], 250)).toEqual([0, 100, 200]);
  });

  it('continues after earlier reservations', () => {
    expect(reserveAll(new RateSchedule([scope('batch', 100, 130)]), ['batch'], 250)).toEqual([130, 230]);
    expect(new RateSchedule([scope('batch', 1000, 900)]).reserve(['batch'], 250)).toBeUndefined();
  });

  it('does not accumulate unused time', () => {
    expect(reserveAll(new RateSchedule([scope('batch', 100, -5_000)]), ['batch'], 150)).toEqual([0, 100]);
  });

  it('uses the interval of the slowest scope', () => {
    const pace = new RateSchedule([scope('batch', 10), scope('trunk', 200, 20)]);
    expect(reserveAll(pace, ['batch', 'trunk'], 250)).toEqual([20, 220]);
    const nextOf = (name: string) => pace.free.get(name)!.at(-1)!.fromMs;
    expect([nextOf('batch'), nextOf('trunk')]).toEqual([230, 420]);
  });

  it('ignores a scope without a rate', () => {
    const pace = new RateSchedule([scope('batch', 100), scope('trunk', 0)]);
    expect(reserveAll(pace, ['batch', 'trunk'], 100)).toEqual([0, 100]);
  });

  it('leaves the time before a call that one scope delays to calls of other scopes', () => {
    const scopes = [scope('slow', 1000, 200), scope('quick', 100), scope('trunk', 40)];
    const pace = new RateSchedule(scopes);
    expect(pace.reserve(['slow', 'trunk'], 250)).toBe(200);
    expect(reserveAll(pace, ['quick', 'trunk'], 250)).toEqual([0, 100, 240]);
    expect(pace.free.get('trunk')).toEqual([
      { fromMs: 40, toMs: 60 },
      { fromMs: 140, toMs: 160 },
      { fromMs: 280, toMs: Infinity },
    ]);
    const later = new RateSchedule([{ scope: 'trunk', intervalMs: 40, free: pace.free.get('trunk')! }]);
    expect(reserveAll(later, ['trunk'], 250)).toEqual([40, 140]);
  });

  it('is not delayed by reservations in a scope without a rate', () => {
    const pace = new RateSchedule([scope('late', 1000, 240), scope('batch', 100), scope('trunk', 0)]);
    expect(pace.reserve(['late', 'trunk'], 250)).toBe(240);
    expect(reserveAll(pace, ['batch', 'trunk'], 250)).toEqual([0, 100, 200]);
  });

  const claims = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 400 }),
      scopes: fc.subarray(['batch', 'other', 'trunk', 'free'], { minLength: 1 }),
      atMost: fc.integer({ min: 1, max: 8 }),
    }),
    { maxLength: 30 },
  );
  const intervals = fc.record({
    batch: fc.integer({ min: 1, max: 300 }),
    other: fc.integer({ min: 1, max: 300 }),
    trunk: fc.integer({ min: 1, max: 300 }),
    free: fc.constant(0),
  });

  it('keeps calls of each scope one interval apart and starts each as early as possible', () => {
    fc.assert(
      fc.property(claims, intervals, (steps, ofScopes) => {
        const taken: Record<string, number[]> = { batch: [], other: [], trunk: [], free: [] };
        const mayBegin = (names: readonly string[], atMs: number) =>
          names.every((name) =>
            taken[name]!.every(
              (otherMs) => Math.abs(otherMs - atMs) >= ofScopes[name as keyof typeof ofScopes],
            ),
          );
        let nowMs = 0;
        let free = new Map(
          Object.keys(taken).map((name) => [
            name,
            [{ fromMs: 0, toMs: Infinity }] as readonly FreeInterval[],
          ]),
        );
        for (const { afterMs, scopes, atMost } of steps) {
          nowMs += afterMs;
          const pace = new RateSchedule(
            [...free].map(([name, times]) => ({
              scope: name,
              intervalMs: ofScopes[name as keyof typeof ofScopes],
              free: times.map(({ fromMs, toMs }) => ({ fromMs: fromMs - afterMs, toMs: toMs - afterMs })),
            })),
          );
          for (let count = 0; count < atMost; count += 1) {
            const most = pace.countUntil(scopes, 250);
            const inMs = pace.reserve(scopes, 250);
            let earliestMs = 0;
            while (earliestMs <= 250 && !mayBegin(scopes, nowMs + earliestMs)) earliestMs += 1;
            expect(inMs).toBe(earliestMs <= 250 ? earliestMs : undefined);
            expect(most > 0).toBe(inMs !== undefined);
            if (inMs === undefined) break;
            for (const name of scopes) taken[name]!.push(nowMs + inMs);
          }
          free = new Map(pace.free);
        }
      }),
    );
  });

  it('predicts the number of reservations up to the horizon', () => {
    const scopes = fc.record({
      intervalMs: fc.double({ min: 2, max: 100_000, noNaN: true }),
      nextInMs: fc.integer({ min: -1000, max: 400 }),
    });
    fc.assert(
      fc.property(scopes, fc.integer({ min: 0, max: 400 }), ({ intervalMs, nextInMs }, horizonMs) => {
        const paces = [1, 2].map(() => new RateSchedule([scope('batch', intervalMs, nextInMs)]));
        const count = paces[0]!.countUntil(['batch'], horizonMs);
        // Sums of fractions may fall on either side of the horizon.
        expect(Math.abs(reserveAll(paces[1]!, ['batch'], horizonMs).length - count)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
