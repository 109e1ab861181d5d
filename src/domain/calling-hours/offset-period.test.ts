import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetMsAt } from '../understanding/zoned-time.ts';
import { offsetPeriodAt } from './offset-period.ts';

const dayMs = 86_400_000;

it('contains the instant and has one offset up to its last minute', () => {
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

it('ends at a daylight saving change', () => {
  const { untilMs } = offsetPeriodAt('America/New_York', Date.UTC(2026, 9, 20));
  expect(new Date(untilMs).toISOString()).toBe('2026-11-01T06:00:00.000Z');
});

describe.each([
  // The offset changes for the five weeks around Ramadan.
  'Africa/Casablanca',
  'America/New_York',
  // Half an hour.
  'Australia/Lord_Howe',
  'Europe/Lisbon',
])('in %s', (zone) => {
  const isWrong = (atMs: number): boolean => offsetPeriodAt(zone, atMs).offsetMs !== offsetMsAt(atMs, zone);

  it('finds every change in twelve years', () => {
    const count = 12 * 365;
    // In an order that rarely visits adjacent days, because a cached period answers for all of its days.
    const days = Array.from(
      { length: count },
      (_, index) => Date.UTC(2024, 0) + ((index * 997) % count) * dayMs,
    );
    expect(days.filter(isWrong)).toEqual([]);
  });

  it('has the right offset in each minute of the days with a change', () => {
    const days = Array.from({ length: 4 * 365 }, (_, index) => Date.UTC(2024, 0) + index * dayMs);
    const changing = days.filter((day) => offsetMsAt(day, zone) !== offsetMsAt(day + dayMs, zone));
    const minutes = changing.flatMap((day) =>
      Array.from({ length: 1440 }, (_, minute) => day + minute * 60_000),
    );
    expect(minutes.length).toBeGreaterThan(0);
    expect(minutes.filter(isWrong)).toEqual([]);
  });
});

it('throws for an unknown zone', () => {
  expect(() => offsetPeriodAt('Mars/Base', 0)).toThrow(RangeError);
});
