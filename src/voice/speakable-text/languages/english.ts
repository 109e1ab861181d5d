import { toCardinal, toOrdinal } from 'n2words/en-US';
import type { SpokenLanguage } from '../language.ts';

/** Hyphens of compound numbers are removed: voices pause at some of them. */
const words = (value: string): string => toCardinal(value).replaceAll('-', ' ');

function time(hour: number, minute: number, period: 'AM' | 'PM' | undefined): string {
  const hours = words(String(hour));
  const suffix = period === undefined ? '' : ` ${period}`;
  if (minute === 0) return period === undefined ? `${hours} o'clock` : `${hours}${suffix}`;
  return `${hours} ${minute < 10 ? 'oh ' : ''}${words(String(minute))}${suffix}`;
}

/** 1999 is "nineteen ninety nine", 2005 "two thousand five", 2026 "twenty twenty six". */
function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (value % 1000 < 10) return words(String(value));
  if (rest === 0) return `${words(String(century))} hundred`;
  return `${words(String(century))} ${rest < 10 ? 'oh ' : ''}${words(String(rest))}`;
}

export const english: SpokenLanguage = {
  locale: 'en-US',
  cardinal: words,
  ordinal: (value) => toOrdinal(value).replaceAll('-', ' '),
  decimalMark: '.',
  dateOrder: 'mdy',
  ordinalPattern: /\b(\d{1,6})(?:st|nd|rd|th)\b/gi,
  currencies: {
    USD: { one: 'dollar', other: 'dollars', subunit: { one: 'cent', other: 'cents' } },
    EUR: { one: 'euro', other: 'euros', subunit: { one: 'cent', other: 'cents' } },
    GBP: { one: 'pound', other: 'pounds', subunit: { one: 'penny', other: 'pence' } },
  },
  and: 'and',
  to: 'to',
  symbols: {
    '@': 'at',
    '.': 'dot',
    '-': 'dash',
    _: 'underscore',
    '/': 'slash',
    '+': 'plus',
    '%': 'percent',
    '&': 'and',
    '#': 'number',
  },
  abbreviations: {
    'dr.': 'Doctor',
    'mr.': 'Mister',
    'mrs.': 'Missus',
    'ms.': 'Miz',
    'prof.': 'Professor',
    'jr.': 'Junior',
    'sr.': 'Senior',
    'vs.': 'versus',
    'e.g.': 'for example',
    'i.e.': 'that is',
    'etc.': 'et cetera',
    'approx.': 'approximately',
    'appt.': 'appointment',
    'ave.': 'Avenue',
    'blvd.': 'Boulevard',
  },
  numberAbbreviations: ['no.'],
  time,
  year,
  day: (day) => toOrdinal(String(day)).replaceAll('-', ' '),
};
