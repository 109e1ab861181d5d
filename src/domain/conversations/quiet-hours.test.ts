import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../test/support/property-seed.ts';
import { quietUntil } from './quiet-hours.ts';

const zone = 'America/New_York';

const until = (start: string, end: string, at: string, inZone = zone): string | undefined => {
  const untilMs = quietUntil({ start, end }, inZone, Date.parse(at));
  return untilMs === undefined ? undefined : new Date(untilMs).toISOString();
};

describe('quietUntil', () => {
  it.each([
    ['21:00', '08:00', '2026-01-05T20:59-05:00', undefined],
    ['21:00', '08:00', '2026-01-05T21:00-05:00', '2026-01-06T13:00:00.000Z'],
    ['21:00', '08:00', '2026-01-06T07:59-05:00', '2026-01-06T13:00:00.000Z'],
    ['21:00', '08:00', '2026-01-06T08:00-05:00', undefined],
    ['12:00', '14:00', '2026-01-06T13:00-05:00', '2026-01-06T19:00:00.000Z'],
    ['21:00', '24:00', '2026-01-06T23:30-05:00', '2026-01-07T05:00:00.000Z'],
    ['00:00', '24:00', '2026-01-06T23:30-05:00', undefined],
    ['09:00', '09:00', '2026-01-06T09:00-05:00', undefined],
  ])('from %s to %s at %s ends at %s', (start, end, at, expected) => {
    expect(until(start, end, at)).toBe(expected);
  });

  it('ends at the local time when clocks change in the night', () => {
    expect(until('21:00', '08:00', '2026-03-07T22:00-05:00')).toBe('2026-03-08T12:00:00.000Z');
    // 02:30 does not exist on this day.
    expect(until('21:00', '02:30', '2026-03-08T01:00-05:00')).toBe('2026-03-08T07:30:00.000Z');
  });

  it('ends later than now, within 25 hours', () => {
    const time = fc
      .nat(47)
      .map((half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`);
    const instant = fc.nat(365 * 24 * 60).map((minutes) => Date.UTC(2026, 0, 1) + minutes * 60_000);
    const zones = fc.constantFrom(zone, 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia');
    fc.assert(
      fc.property(time, time, zones, instant, (start, end, inZone, atMs) => {
        const untilMs = quietUntil({ start, end }, inZone, atMs);
        if (untilMs === undefined) return;
        expect(untilMs).toBeGreaterThan(atMs);
        expect(untilMs - atMs).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });
});
