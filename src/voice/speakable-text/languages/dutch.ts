import { toCardinal, toOrdinal } from 'n2words/nl-NL';
import type { SpokenLanguage } from '../language.ts';

const cent = { one: 'cent', other: 'cent' };

export const dutch: SpokenLanguage = {
  locale: 'nl-NL',
  cardinal: (value) => toCardinal(value),
  ordinal: (value) => toOrdinal(value),
  decimalMark: ',',
  dateOrder: 'dmy',
  ordinalPattern: /\b(\d{1,6})(?:e|ste|de)(?![\p{L}\d])/gu,
  currencies: {
    USD: { one: 'dollar', other: 'dollar', subunit: cent },
    EUR: { one: 'euro', other: 'euro', subunit: cent },
    GBP: { one: 'pond', other: 'pond', subunit: { one: 'penny', other: 'pence' } },
  },
  and: 'en',
  to: 'tot',
  symbols: {
    '@': 'apenstaartje',
    '.': 'punt',
    '-': 'streepje',
    _: 'laag streepje',
    '/': 'schuine streep',
    '+': 'plus',
    '%': 'procent',
    '&': 'en',
    '#': 'nummer',
  },
  abbreviations: {
    'dhr.': 'meneer',
    'mevr.': 'mevrouw',
    'mw.': 'mevrouw',
    'dr.': 'dokter',
    'bijv.': 'bijvoorbeeld',
    'bv.': 'bijvoorbeeld',
    'enz.': 'enzovoort',
    'd.w.z.': 'dat wil zeggen',
    'a.u.b.': 'alstublieft',
    'tel.': 'telefoon',
  },
  numberAbbreviations: ['nr.'],
  time(hour, minute, period) {
    const minutes = minute === 0 ? '' : ` ${toCardinal(minute)}`;
    const suffix = { AM: " 's ochtends", PM: " 's middags" };
    return `${toCardinal(hour)} uur${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  day: (day) => toCardinal(day),
};
