import { toCardinal, toOrdinal } from 'n2words/es-ES';
import {
  romanceGender,
  type Gender,
  type SpokenCurrency,
  type SpokenLanguage,
  type TextConventions,
} from '../spoken-language.ts';

const centavo = { one: 'centavo', other: 'centavos' };
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];
const fractions: Readonly<Record<string, string>> = {
  '1/3': 'un tercio',
  '2/3': 'dos tercios',
  '1/4': 'un cuarto',
  '3/4': 'tres cuartos',
};
/** Countries with a decimal point. */
const pointRegions = new Set(['MX', 'US', 'PR', 'GT', 'HN', 'NI', 'SV', 'DO', 'PA', 'PE']);
const pesoRegions = new Set(['MX', 'AR', 'CO', 'CL', 'UY', 'DO', 'CU']);
const masculine =
  /^(?:días?|mes|meses|problemas?|programas?|sistemas?|mapas?|clientes?|kilómetros?|dólares|millón|millones)$/;
const feminine =
  /^(?:noches?|vez|veces|manos?|clases?|\p{L}+ción|\p{L}+ciones|\p{L}+sión|\p{L}+siones|\p{L}+dad|\p{L}+dades)$/u;

/** "Uno" before a noun is "un" or "una"; hundreds agree with their noun too. */
const agree = (words: string, gender: Gender): string =>
  gender === 'feminine'
    ? words.replace(/uno$/, 'una').replaceAll('cientos', 'cientas').replaceAll('quinientos', 'quinientas')
    : words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');

const words = (value: string): string =>
  toCardinal(value).replace('dieciseis', 'dieciséis').replace('punto', 'coma');

const european: SpokenLanguage = {
  cardinal: words,
  count: (value, gender) => agree(words(value), gender),
  agrees: (value) => /(?:^|[^1])1$|[2-9]\d\d(?:000)?$/.test(value),
  genderOf: (noun) => romanceGender(noun, masculine, feminine),
  decimalMark: ',',
  dateOrder: 'dmy',
  rules: [],
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,3})\.?(º|ª|er|ᵉʳ)(?![\p{L}\d])(?=(?:\s(\p{L}+))?)/gu,
      speak({ 1: digits, 2: suffix, 3: next = 'de' }) {
        const ordinal = Number(digits) > 0 ? toOrdinal(digits!) : undefined;
        if (suffix === 'ª') return ordinal?.replace(/o(?=$| )/g, 'a');
        // "Primero" before a noun is "primer".
        const isBeforeNoun = suffix !== 'º' || !/^(?:de|del|en|y|o|a|al|por|que|es)$|^\p{Lu}/u.test(next);
        return isBeforeNoun ? ordinal?.replace(/(primer|tercer)o$/, '$1') : ordinal;
      },
    },
  ],
  phonePatterns: [
    String.raw`[6-9]\d{2}[ -]\d{3}[ -]\d{3}`,
    String.raw`[6-9]\d[ -]\d{3}[ -]\d{2}[ -]\d{2}`,
    String.raw`[6-9]\d{2}(?:[ -]\d{2}){3}`,
    String.raw`\(?\d{2}\)? \d{4}[ -]\d{4}`,
    String.raw`\(?[2-9]\d{2}\)? \d{3}[ -]\d{4}`,
    String.raw`[6-9]\d{8}`,
  ],
  codeWords: [
    String.raw`(?:código(?: postal| de confirmación| de verificación)?|C\.?P\.?|PIN|(?:número de )?(?:pedido|cuenta|cliente|factura|reserva|referencia|expediente|póliza|seguimiento|teléfono|tarjeta|extensión)|extensión|ext\.?)`,
  ],
  hasPostalCodeBeforeCity: true,
  currencies: {
    USD: { one: 'dólar', other: 'dólares', subunit: centavo },
    EUR: { one: 'euro', other: 'euros', subunit: { one: 'céntimo', other: 'céntimos' } },
    GBP: {
      one: 'libra',
      other: 'libras',
      gender: 'feminine',
      subunit: { one: 'penique', other: 'peniques' },
    },
    CHF: { one: 'franco', other: 'francos', subunit: { one: 'céntimo', other: 'céntimos' } },
    BRL: { one: 'real', other: 'reales', subunit: centavo },
    PESO: { one: 'peso', other: 'pesos', subunit: centavo },
  },
  dollarSign: 'USD',
  and: 'con',
  magnitudes: [
    { pattern: 'mil', one: 'mil', other: 'mil' },
    { pattern: 'M|MM|millón|millones', one: 'millón', other: 'millones', isNoun: true },
  ],
  of: (currency) => `de ${currency}`,
  units: {
    '°C': { one: 'grado', other: 'grados' },
    ºC: { one: 'grado', other: 'grados' },
    '°F': { one: 'grado Fahrenheit', other: 'grados Fahrenheit' },
    '°': { one: 'grado', other: 'grados' },
    kg: { one: 'kilo', other: 'kilos' },
    g: { one: 'gramo', other: 'gramos' },
    mg: { one: 'miligramo', other: 'miligramos' },
    km: { one: 'kilómetro', other: 'kilómetros' },
    'km/h': { one: 'kilómetro por hora', other: 'kilómetros por hora' },
    m: { one: 'metro', other: 'metros' },
    'm²': { one: 'metro cuadrado', other: 'metros cuadrados' },
    cm: { one: 'centímetro', other: 'centímetros' },
    mm: { one: 'milímetro', other: 'milímetros' },
    l: { one: 'litro', other: 'litros' },
    ml: { one: 'mililitro', other: 'mililitros' },
    kWh: { one: 'kilovatio hora', other: 'kilovatios hora' },
    GB: { one: 'giga', other: 'gigas' },
    MB: { one: 'mega', other: 'megas' },
    min: { one: 'minuto', other: 'minutos' },
  },
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
    'sres.': 'señores',
    'dr.': 'doctor',
    'dra.': 'doctora',
    'd.': 'don',
    'd.ª': 'doña',
    'dña.': 'doña',
    'lic.': 'licenciado',
    'ud.': 'usted',
    'uds.': 'ustedes',
    'p. ej.': 'por ejemplo',
    'p.ej.': 'por ejemplo',
    'etc.': 'etcétera',
    'aprox.': 'aproximadamente',
    'avda.': 'avenida',
    'av.': 'avenida',
    'c/': 'calle',
    'tel.': 'teléfono',
  },
  numberAbbreviations: ['núm.', 'n.º', 'nº', 'n°', 'no.'],
  months,
  monthAbbreviations: {
    'ene.': 1,
    'feb.': 2,
    'abr.': 4,
    'ago.': 8,
    'sept.': 9,
    'oct.': 10,
    'nov.': 11,
    'dic.': 12,
  },
  date: ({ day, month, year }) =>
    `${day === 1 ? 'primero' : words(String(day))} de ${months[month - 1]}${year === undefined ? '' : ` de ${words(String(year))}`}`,
  writesTimesWithH: true,
  timeWords: { before: ['las', 'la'], after: ['horas', 'hora', 'hrs.', 'hrs', 'h.', 'h'] },
  time(hour, minute, period) {
    const hours = agree(words(String(hour)), 'feminine');
    const minutes = minute === 0 ? '' : ` y ${words(String(minute))}`;
    const suffix = { AM: ' de la mañana', PM: ' de la tarde' };
    if (period !== undefined) return `${hours}${minutes}${suffix[period]}`;
    return minute === 0 && hour > 12 ? `${hours} horas` : `${hours}${minutes}`;
  },
  year: (year) => words(String(year)),
  fraction: (numerator, denominator) => fractions[`${numerator}/${denominator}`],
  mixed: (whole, fraction) => `${words(whole)} y ${fraction}`,
};

const withPoint = (spoken: string): string => spoken.replace(' coma ', ' punto ');

/** `region` is an ISO 3166 code; undefined if the language tag has none. */
export function spokenSpanish(region = ''): SpokenLanguage {
  const dollarSign: SpokenCurrency = pesoRegions.has(region) ? 'PESO' : 'USD';
  if (!pointRegions.has(region)) return { ...european, dollarSign };
  return {
    ...european,
    dollarSign,
    decimalMark: '.',
    cardinal: (value) => withPoint(words(value)),
    count: (value, gender) => withPoint(agree(words(value), gender)),
  };
}

export const spanishTextConventions: TextConventions = {
  abbreviations: 'sra|srta|sres|dra|d.ª|dña|ud|uds|vd|lic|avda|ctra|aprox|izq|dcha|profa|pza|urb',
  abbreviationsWithinSentence:
    'n|num|núm|tel|art|fig|pág|ext|int|ene|feb|mar|abr|jun|jul|ago|sep|sept|oct|nov|dic',
  abbreviationsBeforeLowerCase: 'etc',
  codeLinks: String.raw`número|numero|num\.|núm\.|n\.?º|es|termina en`,
  stageDirections: {
    single: 'silencio|pausa|pausa larga|pausa corta|risas|risa|suspiro|sonrisa',
    verbs: 'ríe|se ríe|riendo|sonríe|sonriendo|suspira|suspirando|susurra|asiente|carraspea|hace una pausa',
  },
};
