import { dayHours, noCalls, weekHours, type CallingRule } from '../calling-rule.ts';
import { easter, HolidayCalendar, on } from '../holidays.ts';

const version = '2026-11-21';
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

/** Those of all Spain; regions and towns have more. */
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

export const europeanRules: readonly CallingRule[] = [
  {
    id: 'fr',
    citation: 'Code de la consommation, art. D. 223-9 (décret n° 2022-1313)',
    version,
    basis: 'law',
    confidence: 'text',
    countries: ['FR', 'GF', 'GP', 'MQ', 'RE', 'YT', 'BL', 'MF'],
    week: weekHours('10:00-13:00 14:00-20:00', 'none'),
    holidays: { calendar: frenchHolidays, hours: noCalls },
    limit: { count: 4, periodMs: 30 * dayMs },
  },
  {
    id: 'es',
    citation: 'Real Decreto Legislativo 1/2007, art. 96.2',
    version,
    basis: 'law',
    confidence: 'text',
    countries: ['ES'],
    week: weekHours('09:00-21:00', 'none'),
    holidays: { calendar: spanishHolidays, hours: noCalls },
  },
  {
    id: 'it',
    citation: 'Codice di condotta telemarketing e teleselling, Garante, 7 March 2024',
    version,
    basis: 'code',
    confidence: 'reported',
    countries: ['IT', 'VA'],
    week: weekHours('09:00-20:00', '10:00-19:00', 'none'),
    holidays: { calendar: italianHolidays, hours: noCalls, eveHours: dayHours('10:00-19:00') },
  },
  {
    id: 'de',
    citation: 'Telefonkodex of Bitkom, February 2015',
    version,
    basis: 'code',
    confidence: 'reported',
    countries: ['DE'],
    week: weekHours('08:00-20:00', '09:00-18:00', 'none'),
  },
  {
    id: 'gb',
    citation: 'DMA Direct Marketing Code of Practice § 21.41',
    version,
    basis: 'code',
    confidence: 'reported',
    countries: ['GB', 'GG', 'JE', 'IM'],
    week: weekHours('08:00-21:00', '09:00-21:00'),
  },
];
