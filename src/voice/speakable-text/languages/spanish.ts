import { toCardinal, toOrdinal } from 'n2words/es-ES';
import type { SpokenLanguage } from '../language.ts';

const cent = { one: 'centavo', other: 'centavos' };

export const spanish: SpokenLanguage = {
  locale: 'es-ES',
  cardinal: (value) => toCardinal(value),
  ordinal: (value) => toOrdinal(value),
  decimalMark: ',',
  dateOrder: 'dmy',
  ordinalPattern: /\b(\d{1,6})\.?[ºª]/g,
  currencies: {
    USD: { one: 'dólar', other: 'dólares', subunit: cent },
    EUR: { one: 'euro', other: 'euros', subunit: { one: 'céntimo', other: 'céntimos' } },
    GBP: { one: 'libra', other: 'libras', subunit: { one: 'penique', other: 'peniques' } },
  },
  and: 'con',
  to: 'a',
  symbols: {
    '@': 'arroba',
    '.': 'punto',
    '-': 'guion',
    _: 'guion bajo',
    '/': 'barra',
    '+': 'más',
    '%': 'por ciento',
    '&': 'y',
    '#': 'número',
  },
  abbreviations: {
    'sr.': 'señor',
    'sra.': 'señora',
    'srta.': 'señorita',
    'dr.': 'doctor',
    'dra.': 'doctora',
    'ud.': 'usted',
    'uds.': 'ustedes',
    'p. ej.': 'por ejemplo',
    'p.ej.': 'por ejemplo',
    'etc.': 'etcétera',
    'avda.': 'avenida',
    'tel.': 'teléfono',
  },
  numberAbbreviations: ['núm.', 'n.º', 'nº'],
  time(hour, minute, period) {
    const hours = hour === 1 ? 'una' : toCardinal(hour);
    const minutes = minute === 0 ? '' : ` y ${toCardinal(minute)}`;
    const suffix = { AM: ' de la mañana', PM: ' de la tarde' };
    return `${hours}${minutes}${period === undefined ? (minute === 0 ? ' horas' : '') : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  day: (day) => (day === 1 ? 'primero' : toCardinal(day)),
};
