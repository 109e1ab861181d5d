import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateSchedule, type FreeInterval } from './rate-schedule.ts';

const scope = (name: string, intervalMs: number, nextInMs = 0) => ({
  scope: name,
  intervalMs,
  free: [{ fromMs: nextInMs, toMs: Infinity }],
});

/** Reserves every instant up to the horizon. */
function reserveAll(schedule: RateSchedule, scopes: readonly string[], horizonMs: number): number[] {
  const instants: number[] = [];
  for (;;) {
    const atMs = schedule.reserve(scopes, horizonMs);
    if (atMs === undefined) return instants;
    instants.push(atMs);
  }
}

describe('RateSchedule', () => {
  it('returns evenly spaced instants from now on', () => {
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
    const schedule = new RateSchedule([scope('batch', 10), scope('trunk', 200, 20)]);
    expect(reserveAll(schedule, ['batch', 'trunk'], 250)).toEqual([20, 220]);
    const nextOf = (name: string) => schedule.free.get(name)!.at(-1)!.fromMs;
    expect([nextOf('batch'), nextOf('trunk')]).toEqual([230, 420]);
  });

  it('ignores a scope without a rate', () => {
    const schedule = new RateSchedule([scope('batch', 100), scope('trunk', 0)]);
    expect(reserveAll(schedule, ['batch', 'trunk'], 100)).toEqual([0, 100]);
  });

  it('uses the time before a delayed call for calls of other scopes', () => {
    const scopes = [scope('slow', 1000, 200), scope('quick', 100), scope('trunk', 40)];
    const schedule = new RateSchedule(scopes);
    expect(schedule.reserve(['slow', 'trunk'], 250)).toBe(200);
    expect(reserveAll(schedule, ['quick', 'trunk'], 250)).toEqual([0, 100, 240]);
    expect(schedule.free.get('trunk')).toEqual([
      { fromMs: 40, toMs: 60 },
      { fromMs: 140, toMs: 160 },
      { fromMs: 280, toMs: Infinity },
    ]);
    const next = new RateSchedule([{ scope: 'trunk', intervalMs: 40, free: schedule.free.get('trunk')! }]);
    expect(reserveAll(next, ['trunk'], 250)).toEqual([40, 140]);
  });

  it('is not delayed by reservations in a scope without a rate', () => {
    const schedule = new RateSchedule([scope('late', 1000, 240), scope('batch', 100), scope('trunk', 0)]);
    expect(schedule.reserve(['late', 'trunk'], 250)).toBe(240);
    expect(reserveAll(schedule, ['batch', 'trunk'], 250)).toEqual([0, 100, 200]);
  });

  const claims = fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 400 }),
      scopes: fc.subarray(['batch', 'other', 'trunk', 'free'], { minLength: 1 }),
      maxCount: fc.integer({ min: 1, max: 8 }),
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
      fc.property(claims, intervals, (steps, intervalsMs) => {
        const reservedMs: Record<string, number[]> = { batch: [], other: [], trunk: [], free: [] };
        const canStart = (names: readonly string[], atMs: number) =>
          names.every((name) =>
            reservedMs[name]!.every(
              (otherMs) => Math.abs(otherMs - atMs) >= intervalsMs[name as keyof typeof intervalsMs],
            ),
          );
        let nowMs = 0;
        let free = new Map(
          Object.keys(reservedMs).map((name) => [
            name,
            [{ fromMs: 0, toMs: Infinity }] as readonly FreeInterval[],
          ]),
        );
        for (const { afterMs, scopes, maxCount } of steps) {
          nowMs += afterMs;
          const schedule = new RateSchedule(
            [...free].map(([name, times]) => ({
              scope: name,
              intervalMs: intervalsMs[name as keyof typeof intervalsMs],
              free: times.map(({ fromMs, toMs }) => ({ fromMs: fromMs - afterMs, toMs: toMs - afterMs })),
            })),
          );
          for (let count = 0; count < maxCount; count += 1) {
            const predictedCount = schedule.countUntil(scopes, 250);
            const inMs = schedule.reserve(scopes, 250);
            let earliestMs = 0;
            while (earliestMs <= 250 && !canStart(scopes, nowMs + earliestMs)) earliestMs += 1;
            expect(inMs).toBe(earliestMs <= 250 ? earliestMs : undefined);
            expect(predictedCount > 0).toBe(inMs !== undefined);
            if (inMs === undefined) break;
            for (const name of scopes) reservedMs[name]!.push(nowMs + inMs);
          }
          free = new Map(schedule.free);
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
        const schedules = [1, 2].map(() => new RateSchedule([scope('batch', intervalMs, nextInMs)]));
        const count = schedules[0]!.countUntil(['batch'], horizonMs);
        // Sums of fractions may fall on either side of the horizon.
        expect(Math.abs(reserveAll(schedules[1]!, ['batch'], horizonMs).length - count)).toBeLessThanOrEqual(
          1,
        );
      }),
    );
  });
});
