import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetMsAt } from '../understanding/zoned-time.ts';
import { offsetPeriodAt } from './offset-period.ts';

const dayMs = 86_400_000;

it('lies around the instant and has one offset, up to its last minute', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'America/New_York',
        'Africa/Casablanca',
        'Australia/Lord_Howe',
        'Europe/Lisbon',
        'Asia/Gaza',
        'UTC',
      ),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2036, 0) }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (zone, instantMs, share) => {
        const { fromMs, untilMs, offsetMs } = offsetPeriodAt(zone, instantMs);
        expect(fromMs <= instantMs && instantMs < untilMs).toBe(true);
        for (const inside of [fromMs, untilMs - 60_000, fromMs + Math.floor(share * (untilMs - fromMs))])
          expect(offsetMsAt(inside, zone)).toBe(offsetMs);
      },
    ),
    { numRuns: 300 },
  );
});

it('ends where clocks are changed', () => {
  const { untilMs } = offsetPeriodAt('America/New_York', Date.UTC(2026, 9, 20));
  expect(new Date(untilMs).toISOString()).toBe('2026-11-01T06:00:00.000Z');
});

describe.each([
  // Summer time is left for the five weeks around Ramadan.
  'Africa/Casablanca',
  'America/New_York',
  // Half an hour.
  'Australia/Lord_Howe',
  'Europe/Lisbon',
])('in %s', (zone) => {
  const isWrong = (atMs: number): boolean => offsetPeriodAt(zone, atMs).offsetMs !== offsetMsAt(atMs, zone);

  it('no change is passed over, from wherever it is looked for in twelve years', () => {
    const count = 12 * 365;
    // In an order in which one seldom follows the other: a stretch that is known answers for its days.
    const days = Array.from(
      { length: count },
      (_, index) => Date.UTC(2024, 0) + ((index * 997) % count) * dayMs,
    );
    expect(days.filter(isWrong)).toEqual([]);
  });

  it('each minute of the days on which clocks are changed is on its side of the change', () => {
    const days = Array.from({ length: 4 * 365 }, (_, index) => Date.UTC(2024, 0) + index * dayMs);
    const changing = days.filter((day) => offsetMsAt(day, zone) !== offsetMsAt(day + dayMs, zone));
    const minutes = changing.flatMap((day) =>
      Array.from({ length: 1440 }, (_, minute) => day + minute * 60_000),
    );
    expect(minutes.length).toBeGreaterThan(0);
    expect(minutes.filter(isWrong)).toEqual([]);
  });
});

it('refuses a zone that there is not', () => {
  expect(() => offsetPeriodAt('Mars/Base', 0)).toThrow(RangeError);
});
