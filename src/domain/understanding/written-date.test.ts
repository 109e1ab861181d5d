import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWrittenDate, type DateOrder } from './written-date.ts';

describe('a date in spreadsheet format', () => {
  it.each<[string, DateOrder, string]>([
    ['11/24/2026', 'mdy', '2026-11-24'],
    ['11/24/2026 10:30', 'mdy', '2026-11-24T10:30'],
    ['11/5/26 9:05 AM', 'mdy', '2026-11-05T09:05'],
    ['11/5/2026 12:00:00 AM', 'mdy', '2026-11-05T00:00'],
    ['11/5/2026, 12:15 p.m.', 'mdy', '2026-11-05T12:15'],
    ['11-24-2026 3pm', 'mdy', '2026-11-24T15:00'],
    ['24.11.2026 10:30', 'dmy', '2026-11-24T10:30'],
    ['5/11/2026', 'dmy', '2026-11-05'],
    ['05-11-26 23:59', 'dmy', '2026-11-05T23:59'],
    ['29.2.2028', 'dmy', '2028-02-29'],
  ])('is parsed: %s in the order %s', (text, order, iso) => {
    expect(readWrittenDate(text, order)).toBe(iso);
  });

  it.each<[string, DateOrder]>([
    ['24/11/2026', 'mdy'],
    ['11/24/2026', 'dmy'],
    ['29.2.2026', 'dmy'],
    ['11/24/2026 24:00', 'mdy'],
    ['11/24/2026 13:00 PM', 'mdy'],
    ['11/24/2026 10', 'mdy'],
    ['11/24-2026', 'mdy'],
    ['11/24', 'mdy'],
    ['2026/11/24', 'mdy'],
    ['Nov 24, 2026', 'mdy'],
    ['46350.4375', 'dmy'],
    ['soon', 'mdy'],
    ['', 'dmy'],
  ])('is not parsed: %s in the order %s', (text, order) => {
    expect(readWrittenDate(text, order)).toBeUndefined();
  });

  it('round-trips in both orders', () => {
    const days = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2099-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, fc.constantFrom('.', '/', '-'), (date, sign) => {
        const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        const iso = date.toISOString().slice(0, 16);
        const time = iso.slice(11);
        expect(readWrittenDate(`${[month, day, year].join(sign)} ${time}`, 'mdy')).toBe(iso);
        expect(readWrittenDate(`${[day, month, year].join(sign)} ${time}`, 'dmy')).toBe(iso);
      }),
    );
  });

  it('rejects long texts in constant time', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5_000 }), (text) => {
        expect(readWrittenDate(`${text}!`, 'mdy')).toBeUndefined();
      }),
    );
  });
});
