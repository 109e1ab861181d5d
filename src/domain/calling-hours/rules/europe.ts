import { dayHours, noCalls, weekHours, type CallingRule } from '../calling-rule.ts';
import { easter, HolidayCalendar, on, weekdayOfDay, type Holiday } from '../holidays.ts';
import { salesOnly } from '../purpose.ts';

const version = '2026-11-22';
const dayMs = 86_400_000;

const easterMonday = easter(1);

/** Code du travail, art. L. 3133-1. */
const frenchHolidays = new HolidayCalendar([
  on(1, 1),
  easterMonday,
  on(5, 1),
  on(5, 8),
  easter(39),
  easter(50),
  on(7, 14),
  on(8, 15),
  on(11, 1),
  on(11, 11),
  on(12, 25),
]);

/** National holidays; regions and towns have more. */
const spanishHolidays = new HolidayCalendar([
  on(1, 1),
  on(1, 6),
  easter(-2),
  on(5, 1),
  on(8, 15),
  on(10, 12),
  on(11, 1),
  on(12, 6),
  on(12, 8),
  on(12, 25),
]);

const italianHolidays = new HolidayCalendar([
  on(1, 1),
  on(1, 6),
  easterMonday,
  on(4, 25),
  on(5, 1),
  on(6, 2),
  on(8, 15),
  on(10, 4),
  on(11, 1),
  on(12, 8),
  on(12, 25),
  on(12, 26),
]);

/** National holidays; most states have more. */
const germanHolidays = new HolidayCalendar([
  on(1, 1),
  easter(-2),
  easterMonday,
  on(5, 1),
  easter(39),
  easter(50),
  on(10, 3),
  on(12, 25),
  on(12, 26),
]);

const belgianHolidays = new HolidayCalendar([
  on(1, 1),
  easterMonday,
  on(5, 1),
  easter(39),
  easter(50),
  on(7, 21),
  on(8, 15),
  on(11, 1),
  on(11, 11),
  on(12, 25),
]);

const norwegianHolidays = new HolidayCalendar([
  on(1, 1),
  easter(-3),
  easter(-2),
  easterMonday,
  on(5, 1),
  on(5, 17),
  easter(39),
  easter(50),
  on(12, 25),
  on(12, 26),
]);

/** On the previous day if 27 April is a Sunday. */
const kingsDay: Holiday = (year) => {
  const day = on(4, 27)(year);
  return weekdayOfDay(day) === 0 ? day - 1 : day;
};

const dutchHolidays = new HolidayCalendar([
  on(1, 1),
  easterMonday,
  kingsDay,
  on(5, 5),
  easter(39),
  easter(50),
  on(12, 25),
  on(12, 26),
]);

/** Evenings of Remembrance Day, Saint Nicholas' Eve and Christmas Eve. */
const dutchEvenings = new HolidayCalendar([on(5, 4), on(12, 5), on(12, 24)]);

export const europeanRules: readonly CallingRule[] = [
  {
    id: 'fr',
    citation: 'Code de la consommation, art. D. 223-9 (décret n° 2022-1313)',
    version,
    basis: 'law',
    confidence: 'high',
    purposes: salesOnly,
    liftedByConsent: true,
    countries: ['FR', 'GF', 'GP', 'MQ', 'RE', 'YT', 'BL', 'MF', 'PM'],
    week: weekHours('10:00-13:00 14:00-20:00', 'none'),
    holidays: { calendar: frenchHolidays, hours: noCalls },
    limits: [{ count: 4, periodMs: 30 * dayMs }],
  },
  {
    id: 'es',
    citation: 'Real Decreto Legislativo 1/2007, art. 96.2',
    version,
    basis: 'law',
    confidence: 'high',
    purposes: salesOnly,
    countries: ['ES'],
    week: weekHours('09:00-21:00', 'none'),
    holidays: { calendar: spanishHolidays, hours: noCalls },
  },
  {
    id: 'it',
    citation: 'Codice di condotta telemarketing e teleselling, Garante, 7 March 2024',
    version,
    basis: 'code',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['IT', 'VA'],
    week: weekHours('09:00-20:00', '10:00-19:00', 'none'),
    holidays: { calendar: italianHolidays, hours: noCalls, eveHours: dayHours('10:00-19:00') },
  },
  {
    id: 'de',
    citation: 'Telefonkodex of Bitkom, February 2015; national holidays',
    version,
    basis: 'code',
    confidence: 'low',
    purposes: salesOnly,
    countries: ['DE'],
    week: weekHours('08:00-20:00', '09:00-18:00', 'none'),
    holidays: { calendar: germanHolidays, hours: noCalls },
  },
  {
    id: 'gb',
    citation: 'DMA Direct Marketing Code of Practice § 21.41',
    version,
    basis: 'code',
    confidence: 'low',
    purposes: salesOnly,
    countries: ['GB', 'GG', 'JE', 'IM'],
    week: weekHours('08:00-21:00', '09:00-21:00'),
  },
  {
    id: 'be',
    citation: "Parley's own hours; national holidays (law of 4 January 1974)",
    version,
    basis: 'own',
    confidence: 'low',
    purposes: salesOnly,
    countries: ['BE'],
    week: weekHours('09:00-20:00', '09:00-20:00', 'none'),
    holidays: { calendar: belgianHolidays, hours: noCalls },
  },
  {
    id: 'no',
    citation: 'Markedsføringsloven, hours of telephone sales (Prop. 43 L (2016-17))',
    version,
    basis: 'law',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['NO', 'SJ'],
    week: weekHours('09:00-21:00', 'none'),
    holidays: { calendar: norwegianHolidays, hours: noCalls },
  },
  {
    id: 'nl',
    citation: 'Code Telemarketing, art. 9 (2012)',
    version,
    basis: 'code',
    confidence: 'low',
    purposes: salesOnly,
    countries: ['NL'],
    week: weekHours('09:00-22:00', '10:00-16:00', 'none'),
    holidays: { calendar: dutchHolidays, hours: noCalls },
  },
  {
    id: 'nl-evenings',
    citation: 'Code Telemarketing, art. 9 (2012): 4 May, 5 and 24 December',
    version,
    basis: 'code',
    confidence: 'medium',
    purposes: salesOnly,
    countries: ['NL'],
    week: weekHours('00:00-24:00'),
    holidays: { calendar: dutchEvenings, hours: dayHours('00:00-18:30') },
  },
];
