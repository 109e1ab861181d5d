import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import type { SpokenLanguage } from '../language.ts';

export const portuguese: SpokenLanguage = {
  locale: 'pt-PT',
  cardinal: (value) => toCardinal(value),
  ordinal: (value) => toOrdinal(value),
  decimalMark: ',',
  dateOrder: 'dmy',
  ordinalPattern: /\b(\d{1,6})\.?[ºª]/g,
  currencies: {
    USD: { one: 'dólar', other: 'dólares', subunit: { one: 'cêntimo', other: 'cêntimos' } },
    EUR: { one: 'euro', other: 'euros', subunit: { one: 'cêntimo', other: 'cêntimos' } },
    GBP: { one: 'libra', other: 'libras', subunit: { one: 'péni', other: 'pence' } },
  },
  and: 'e',
  to: 'a',
  symbols: {
    '@': 'arroba',
    '.': 'ponto',
    '-': 'hífen',
    _: 'sublinhado',
    '/': 'barra',
    '+': 'mais',
    '%': 'por cento',
    '&': 'e',
    '#': 'número',
  },
  abbreviations: {
    'sr.': 'senhor',
    'sra.': 'senhora',
    'dr.': 'doutor',
    'dra.': 'doutora',
    'p. ex.': 'por exemplo',
    'p.ex.': 'por exemplo',
    'etc.': 'et cetera',
    'av.': 'avenida',
    'tel.': 'telefone',
  },
  numberAbbreviations: ['nº', 'n.º'],
  time(hour, minute, period) {
    const feminine: Readonly<Record<number, string>> = {
      1: 'uma',
      2: 'duas',
      21: 'vinte e uma',
      22: 'vinte e duas',
    };
    const hours = feminine[hour] ?? toCardinal(hour);
    const minutes = minute === 0 ? '' : ` e ${toCardinal(minute)}`;
    const suffix = { AM: ' da manhã', PM: ' da tarde' };
    if (period !== undefined) return `${hours}${minutes}${suffix[period]}`;
    return minute === 0 ? `${hours} ${hour === 1 ? 'hora' : 'horas'}` : `${hours}${minutes}`;
  },
  year: (year) => toCardinal(year),
  day: (day) => (day === 1 ? 'primeiro' : toCardinal(day)),
};
