import { toCardinal, toOrdinal } from 'n2words/fr-FR';
import type { SpokenLanguage } from '../language.ts';

const centime = { one: 'centime', other: 'centimes' };

export const french: SpokenLanguage = {
  locale: 'fr-FR',
  cardinal: (value) => toCardinal(value),
  ordinal: (value) => toOrdinal(value),
  decimalMark: ',',
  dateOrder: 'dmy',
  ordinalPattern: /\b(\d{1,6})(?:er|re|ère|e|ème)(?![\p{L}\d])/gu,
  currencies: {
    USD: { one: 'dollar', other: 'dollars', subunit: { one: 'cent', other: 'cents' } },
    EUR: { one: 'euro', other: 'euros', subunit: centime },
    GBP: { one: 'livre', other: 'livres', subunit: { one: 'penny', other: 'pence' } },
  },
  and: 'et',
  to: 'à',
  symbols: {
    '@': 'arobase',
    '.': 'point',
    '-': 'tiret',
    _: 'tiret bas',
    '/': 'slash',
    '+': 'plus',
    '%': 'pour cent',
    '&': 'et',
    '#': 'numéro',
  },
  abbreviations: {
    'm.': 'Monsieur',
    mme: 'Madame',
    mlle: 'Mademoiselle',
    'dr.': 'docteur',
    'p. ex.': 'par exemple',
    'p.ex.': 'par exemple',
    'etc.': 'et cetera',
    'av.': 'avenue',
    'bd.': 'boulevard',
    'tél.': 'téléphone',
  },
  numberAbbreviations: ['n°', 'nº'],
  time(hour, minute, period) {
    const hours = hour === 0 ? 'zéro heure' : hour === 1 ? 'une heure' : `${toCardinal(hour)} heures`;
    const minutes = minute === 0 ? '' : ` ${toCardinal(minute)}`;
    const suffix = { AM: ' du matin', PM: " de l'après-midi" };
    return `${hours}${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  day: (day) => (day === 1 ? 'premier' : toCardinal(day)),
};
