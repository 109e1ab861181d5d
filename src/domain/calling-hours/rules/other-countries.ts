import { noCalls, weekHours, type CallingRule } from '../calling-rule.ts';
import {
  easter,
  weekdayFrom,
  HolidayCalendar,
  monday,
  on,
  sundayOnMonday,
  weekdayOfDay,
  weekendOnMonday,
  type Holiday,
} from '../holidays.ts';
import { salesOnly } from '../purpose.ts';

const version = '2026-11-22';
const dayMs = 86_400_000;
const onceADay = { count: 1, periodMs: dayMs };

/**
 * The Tuesday after Christmas if Christmas Day is a Saturday or Sunday, because both Christmas holidays then fall on the Monday. Otherwise
 * Boxing Day.
 */
const christmasSubstitute: Holiday = (year) => {
  const christmas = on(12, 25)(year);
  const weekday = weekdayOfDay(christmas);
  if (weekday === 6) return christmas + 3;
  return weekday === 0 ? christmas + 2 : christmas + 1;
};

/** Holidays of every state and territory, with substitute days. */
const australianHolidays = new HolidayCalendar(
  [on(1, 1), on(1, 26), easter(-2), easter(1), on(4, 25), on(12, 25), on(12, 26), christmasSubstitute],
  weekendOnMonday,
);

/** Public Holidays Act 36 of 1994. */
const southAfricanHolidays = new HolidayCalendar(
  [
    on(1, 1),
    on(3, 21),
    easter(-2),
    easter(1),
    on(4, 27),
    on(5, 1),
    on(6, 16),
    on(8, 9),
    on(9, 24),
    on(12, 16),
    on(12, 25),
    on(12, 26),
  ],
  sundayOnMonday,
);

/** Ley 51 de 1983: most are observed on the Monday on or after their date. */
const colombianHolidays = new HolidayCalendar([
  on(1, 1),
  weekdayFrom(1, 6, monday),
  weekdayFrom(3, 19, monday),
  easter(-3),
  easter(-2),
  on(5, 1),
  easter(43),
  easter(64),
  easter(71),
  weekdayFrom(6, 29, monday),
  on(7, 20),
  on(8, 7),
  weekdayFrom(8, 15, monday),
  weekdayFrom(10, 12, monday),
  weekdayFrom(11, 1, monday),
  weekdayFrom(11, 11, monday),
  on(12, 8),
  on(12, 25),
]);

export const otherCountryRules: readonly CallingRule[] = [
  {
    id: 'au',
    citation: 'Telecommunications (Telemarketing and Research Calls) Industry Standard 2017',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['AU', 'CX', 'CC'],
    week: weekHours('09:00-20:00', '09:00-17:00', 'none'),
    holidays: { calendar: australianHolidays, hours: noCalls },
  },
  {
    id: 'ae',
    citation:
      'UAE Cabinet Resolution 56/2024 (of unanswered calls 1 a day and 2 a week; all calls are counted)',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['AE'],
    week: weekHours('09:00-18:00'),
    // The resolution limits unanswered calls only; limits of rules count all calls.
    limits: [onceADay, { count: 2, periodMs: 7 * dayMs }],
  },
  {
    id: 'vn',
    citation: 'Decree 91/2020/ND-CP',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['VN'],
    week: weekHours('08:00-17:00'),
    limits: [onceADay],
  },
  {
    id: 'za',
    citation: 'Consumer Protection Act 68 of 2008, s. 12, and the notice under it',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['ZA'],
    week: weekHours('08:00-20:00', '09:00-13:00', 'none'),
    holidays: { calendar: southAfricanHolidays, hours: noCalls },
  },
  {
    id: 'co',
    citation: 'Ley 2300 de 2023',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: ['sales', 'collection'],
    countries: ['CO'],
    week: weekHours('07:00-19:00', '08:00-15:00', 'none'),
    holidays: { calendar: colombianHolidays, hours: noCalls },
    limits: [onceADay],
  },
  {
    id: 'br-rj',
    citation: 'Rio de Janeiro, Lei 7.853/2018',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['BR'],
    regions: ['RJ'],
    week: weekHours('08:00-18:00', 'none'),
  },
  {
    id: 'br-es',
    citation: 'Espírito Santo, Lei 10.626/2017',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['BR'],
    regions: ['ES'],
    week: weekHours('08:00-19:00', 'none'),
  },
  {
    id: 'in',
    // The regulations of 2010 forbid calls from 21 to 9.
    citation: 'TRAI, TCCCPR 2018 (10-21); regulations of 2010 (not 21-9)',
    version,
    basis: 'law',
    confidence: 'low',
    purposes: salesOnly,
    countries: ['IN'],
    week: weekHours('10:00-21:00'),
  },
];
