import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, civilTimeAt, instantOf, isRealDate, weekdayOf } from './zoned-time.ts';

const zones = [
  'America/New_York',
  'Europe/London',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];
const civil = (year: number, month: number, day: number, hour: number, minute = 0) => ({
  year,
  month,
  day,
  hour,
  minute,
});

describe('civil time', () => {
  it('round-trips each minute in each zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2015, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 }),
        (zone, minute) => {
          const civil = civilTimeAt(minute * 60_000, zone);
          expect(civilTimeAt(instantOf(civil, zone), zone)).toEqual(civil);
        },
      ),
    );
  });

  it('returns the first instant of a local time that occurs twice', () => {
    expect(instantOf(civil(2026, 11, 1, 1, 30), 'America/New_York')).toBe(Date.UTC(2026, 10, 1, 5, 30));
  });

  it('moves a skipped local time after the gap', () => {
    expect(instantOf(civil(2026, 3, 8, 2, 30), 'America/New_York')).toBe(Date.UTC(2026, 2, 8, 7, 30));
  });

  it('handles calendar days, weekdays and days that do not exist', () => {
    expect(addDays(civil(2026, 12, 31, 10), 1)).toEqual(civil(2027, 1, 1, 10));
    expect(weekdayOf({ year: 2026, month: 11, day: 24 })).toBe(2);
    expect(isRealDate(2026, 2, 29)).toBe(false);
    expect(isRealDate(2028, 2, 29)).toBe(true);
  });
});
