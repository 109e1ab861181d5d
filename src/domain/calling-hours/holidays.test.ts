import { describe, expect, it } from 'vitest';
import {
  onActualDay,
  easter,
  easterSunday,
  weekdayFrom,
  HolidayCalendar,
  on,
  saturdayOnFriday,
  sundayOnMonday,
  thursday,
  weekdayOfDay,
  weekendOnMonday,
} from './holidays.ts';

const dayOf = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / 86_400_000;
const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Easter by the algorithm of Clavius (D. Knuth, The Art of Computer Programming, volume 1, exercise 1.3.2-14), which is based on the moon. */
function sundayAfterFullMoon(year: number): number {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const omittedLeapYears = Math.floor((3 * century) / 4) - 12;
  const moonCorrection = Math.floor((8 * century + 5) / 25) - 5;
  const age = (((11 * golden + 20 + moonCorrection - omittedLeapYears) % 30) + 30) % 30;
  const epact = age === 24 || (age === 25 && golden > 11) ? age + 1 : age;
  const marchDay = epact > 23 ? 74 - epact : 44 - epact;
  const fullMoon = Date.UTC(year, 2, marchDay) / 86_400_000;
  return fullMoon + 7 - weekdayOfDay(fullMoon);
}

describe('easterSunday', () => {
  it.each([
    '1943-04-25',
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2038-04-25',
    '2100-03-28',
    '2285-03-22',
  ])('returns %s', (iso) => {
    expect(isoOf(easterSunday(Number(iso.slice(0, 4))))).toBe(iso);
  });

  it('returns the Sunday after the ecclesiastical full moon in every year', () => {
    for (let year = 1583; year < 7600; year++) expect(easterSunday(year)).toBe(sundayAfterFullMoon(year));
  });

  it('returns a Sunday from 22 March to 25 April in every year', () => {
    for (let year = 1583; year < 4100; year++) {
      const day = easterSunday(year);
      expect(weekdayOfDay(day)).toBe(0);
      const monthAndDay = isoOf(day).slice(-5);
      expect(monthAndDay >= '03-22' && monthAndDay <= '04-25').toBe(true);
    }
  });
});

describe('a holiday', () => {
  it('can be the first weekday on or after a date', () => {
    const thanksgiving = weekdayFrom(11, 22, thursday);
    expect([2024, 2025, 2026, 2029].map((year) => isoOf(thanksgiving(year)))).toEqual([
      '2024-11-28',
      '2025-11-27',
      '2026-11-26',
      '2029-11-22',
    ]);
  });

  it('can depend on Easter', () => {
    expect(isoOf(easter(-47)(2026))).toBe('2026-02-17');
    expect(isoOf(easter(39)(2026))).toBe('2026-05-14');
  });
});

describe('a holiday on a weekend', () => {
  const observedOn = (iso: string, observed: typeof onActualDay) => observed(dayOf(iso)).map(isoOf);

  it('is also observed on a working day if the law requires it', () => {
    expect(observedOn('2026-07-04', saturdayOnFriday)).toEqual(['2026-07-03', '2026-07-04']);
    expect(observedOn('2027-07-04', saturdayOnFriday)).toEqual(['2027-07-04', '2027-07-05']);
    expect(observedOn('2026-07-04', sundayOnMonday)).toEqual(['2026-07-04']);
    expect(observedOn('2026-12-26', weekendOnMonday)).toEqual(['2026-12-26', '2026-12-28']);
    expect(observedOn('2026-07-04', onActualDay)).toEqual(['2026-07-04']);
  });

  it('can be observed in the previous year', () => {
    const calendar = new HolidayCalendar([on(1, 1)], saturdayOnFriday);
    expect(calendar.has(dayOf('2027-12-31'))).toBe(true);
    expect(calendar.has(dayOf('2028-01-01'))).toBe(true);
    expect(calendar.has(dayOf('2026-12-31'))).toBe(false);
  });
});
