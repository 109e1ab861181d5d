import { toCardinal, toOrdinal } from 'n2words/de-DE';
import type { SpokenLanguage } from '../language.ts';

const cent = { one: 'Cent', other: 'Cent' };
/** "Eins" before a noun is "ein". */
const beforeNoun = (value: number): string => (value === 1 ? 'ein' : toCardinal(value));

/** 1999 is "neunzehnhundertneunundneunzig". */
function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (century < 11 || century > 19) return toCardinal(value);
  return `${toCardinal(century)}hundert${rest === 0 ? '' : toCardinal(rest)}`;
}

export const german: SpokenLanguage = {
  locale: 'de-DE',
  cardinal: (value) => toCardinal(value),
  ordinal: (value) => toOrdinal(value),
  decimalMark: ',',
  dateOrder: 'dmy',
  ordinalPattern: /\b(\d{1,3})\.(?=\s+\p{Ll})/gu,
  currencies: {
    USD: { one: 'Dollar', other: 'Dollar', subunit: cent },
    EUR: { one: 'Euro', other: 'Euro', subunit: cent },
    GBP: { one: 'Pfund', other: 'Pfund', subunit: { one: 'Penny', other: 'Pence' } },
  },
  and: 'und',
  to: 'bis',
  symbols: {
    '@': 'at',
    '.': 'Punkt',
    '-': 'Bindestrich',
    _: 'Unterstrich',
    '/': 'Schrägstrich',
    '+': 'plus',
    '%': 'Prozent',
    '&': 'und',
    '#': 'Nummer',
  },
  abbreviations: {
    'z. b.': 'zum Beispiel',
    'z.b.': 'zum Beispiel',
    'd. h.': 'das heißt',
    'd.h.': 'das heißt',
    'usw.': 'und so weiter',
    'bzw.': 'beziehungsweise',
    'ca.': 'circa',
    'dr.': 'Doktor',
    'prof.': 'Professor',
    'hr.': 'Herr',
    'fr.': 'Frau',
    'str.': 'Straße',
    'tel.': 'Telefon',
  },
  numberAbbreviations: ['nr.'],
  time(hour, minute, period) {
    const minutes = minute === 0 ? '' : ` ${toCardinal(minute)}`;
    const suffix = { AM: ' morgens', PM: ' nachmittags' };
    return `${beforeNoun(hour)} Uhr${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year,
  day: (day) => toOrdinal(day),
};
