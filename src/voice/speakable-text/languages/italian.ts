import { toCardinal, toOrdinal } from 'n2words/it-IT';
import type { SpokenLanguage } from '../language.ts';

export const italian: SpokenLanguage = {
  locale: 'it-IT',
  cardinal: (value) => toCardinal(value),
  ordinal: (value) => toOrdinal(value),
  decimalMark: ',',
  dateOrder: 'dmy',
  ordinalPattern: /\b(\d{1,6})[º°ª](?!\s*[CF]\b)/g,
  currencies: {
    USD: { one: 'dollaro', other: 'dollari', subunit: { one: 'centesimo', other: 'centesimi' } },
    EUR: { one: 'euro', other: 'euro', subunit: { one: 'centesimo', other: 'centesimi' } },
    GBP: { one: 'sterlina', other: 'sterline', subunit: { one: 'penny', other: 'pence' } },
  },
  and: 'e',
  to: 'a',
  symbols: {
    '@': 'chiocciola',
    '.': 'punto',
    '-': 'trattino',
    _: 'trattino basso',
    '/': 'barra',
    '+': 'più',
    '%': 'per cento',
    '&': 'e',
    '#': 'numero',
  },
  abbreviations: {
    'sig.': 'signor',
    'sig.ra': 'signora',
    'dott.': 'dottor',
    'dott.ssa': 'dottoressa',
    'ecc.': 'eccetera',
    'p.es.': 'per esempio',
    'tel.': 'telefono',
  },
  numberAbbreviations: ['n.', 'n°'],
  time(hour, minute, period) {
    const hours = hour === 1 ? 'una' : toCardinal(hour);
    const minutes = minute === 0 ? '' : ` e ${toCardinal(minute)}`;
    const suffix = { AM: ' di mattina', PM: ' di pomeriggio' };
    return `${hours}${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  day: (day) => (day === 1 ? 'primo' : toCardinal(day)),
};
