import { describe, expect, it } from 'vitest';
import { addDays, instantOfWallTime, wallTimeOf } from './zoned-time.ts';

const newYork = 'America/New_York';

describe('times on the wall', () => {
  it.each([
    ['2026-11-24T13:05', newYork, '2026-11-24T18:05:00.000Z'],
    ['2026-07-01T00:00', newYork, '2026-07-01T04:00:00.000Z'],
    ['2026-07-01T00:15', 'Asia/Kathmandu', '2026-06-30T18:30:00.000Z'],
    ['2026-03-29T12:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
    ['2026-10-25T00:30', 'Europe/Berlin', '2026-10-24T22:30:00.000Z'],
  ])('%s in %s is %s, and back', (wallTime, zone, instant) => {
    expect(instantOfWallTime(wallTime, zone).toISOString()).toBe(instant);
    expect(wallTimeOf(new Date(instant), zone)).toBe(wallTime);
  });

  it('is after the change for a time that is skipped', () => {
    expect(wallTimeOf(instantOfWallTime('2026-03-08T02:30', newYork), newYork)).toBe('2026-03-08T03:30');
    expect(wallTimeOf(instantOfWallTime('2026-03-29T02:30', 'Europe/Berlin'), 'Europe/Berlin')).toBe(
      '2026-03-29T03:30',
    );
  });

  it('adds days across the end of a month', () => {
    expect(addDays('2026-11-24', 7)).toBe('2026-12-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});
