import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoInZone } from './zoned-text.ts';

describe('isoInZone', () => {
  const instant = new Date('2026-03-29T00:59:59.123Z');

  it.each([
    [undefined, '2026-03-29T00:59:59.123Z'],
    ['UTC', '2026-03-29T00:59:59.123+00:00'],
    ['Europe/Berlin', '2026-03-29T01:59:59.123+01:00'],
    ['America/New_York', '2026-03-28T20:59:59.123-04:00'],
    ['Asia/Kathmandu', '2026-03-29T06:44:59.123+05:45'],
    ['America/St_Johns', '2026-03-28T22:29:59.123-02:30'],
  ])('formats an instant in %s', (zone, text) => {
    expect(isoInZone(instant, zone)).toBe(text);
  });

  it('has the summer offset after the clock change', () => {
    expect(isoInZone(new Date('2026-03-29T01:00:00.000Z'), 'Europe/Berlin')).toBe(
      '2026-03-29T03:00:00.000+02:00',
    );
  });

  it('always denotes the same instant', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland', 'Asia/Kathmandu');
    const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, zones, (date, zone) => {
        expect(Date.parse(isoInZone(date, zone))).toBe(date.getTime());
      }),
    );
  });
});
