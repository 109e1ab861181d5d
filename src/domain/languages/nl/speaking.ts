import { toCardinal, toOrdinal } from 'n2words/nl-NL';
import type { SpokenLanguage, TextConventions } from '../spoken-language.ts';

const cent = { one: 'cent', other: 'cent' };
const words = (value: string): string => toCardinal(value);
const months = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
];
const fractions: Readonly<Record<string, string>> = {
  '1/3': 'een derde',
  '2/3': 'twee derde',
  '1/4': 'een kwart',
  '3/4': 'driekwart',
};

const spoken: SpokenLanguage = {
  cardinal: words,
  decimalMark: ',',
  dateOrder: 'dmy',
  rules: [
    {
      // A postal code such as 1012 AB.
      pattern: /(?<![\p{L}\d.,])([1-9]\d{3}) ([A-Z])([A-Z])(?![\p{L}\d])/gu,
      speak: ({ 1: digits, 2: first, 3: second }) =>
        `${[...digits!].map((digit) => words(digit)).join(' ')} ${first} ${second}`,
    },
  ],
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,6})(?:e|ste|de)(?![\p{L}\d])/gu,
      speak: ({ 1: digits }) => (Number(digits) > 0 ? toOrdinal(digits!) : undefined),
    },
  ],
  phonePatterns: [],
  codeWords: [String.raw`(?:\p{L}*nummer|PIN|pincode|postcode|\p{L}*code|toestel|kenmerk)`],
  hasPostalCodeBeforeCity: false,
  currencies: {
    USD: { one: 'dollar', other: 'dollar', subunit: cent },
    EUR: { one: 'euro', other: 'euro', subunit: cent },
    GBP: { one: 'pond', other: 'pond', subunit: { one: 'penny', other: 'pence' } },
    CHF: { one: 'frank', other: 'frank', subunit: { one: 'centime', other: 'centime' } },
    BRL: { one: 'real', other: 'real', subunit: { one: 'centavo', other: 'centavo' } },
    PESO: { one: 'peso', other: 'peso', subunit: { one: 'centavo', other: 'centavo' } },
  },
  dollarSign: 'USD',
  and: 'en',
  magnitudes: [
    { pattern: 'duizend', one: 'duizend', other: 'duizend' },
    { pattern: String.raw`mln\.?|M|miljoen`, one: 'miljoen', other: 'miljoen' },
    { pattern: String.raw`mld\.?|miljard`, one: 'miljard', other: 'miljard' },
  ],
  units: {
    uur: { one: 'uur', other: 'uur' },
    '°C': { one: 'graad', other: 'graden' },
    '°F': { one: 'graad Fahrenheit', other: 'graden Fahrenheit' },
    '°': { one: 'graad', other: 'graden' },
    kg: { one: 'kilo', other: 'kilo' },
    g: { one: 'gram', other: 'gram' },
    mg: { one: 'milligram', other: 'milligram' },
    km: { one: 'kilometer', other: 'kilometer' },
    'km/u': { one: 'kilometer per uur', other: 'kilometer per uur' },
    m: { one: 'meter', other: 'meter' },
    'm²': { one: 'vierkante meter', other: 'vierkante meter' },
    m2: { one: 'vierkante meter', other: 'vierkante meter' },
    cm: { one: 'centimeter', other: 'centimeter' },
    mm: { one: 'millimeter', other: 'millimeter' },
    l: { one: 'liter', other: 'liter' },
    ml: { one: 'milliliter', other: 'milliliter' },
    kWh: { one: 'kilowattuur', other: 'kilowattuur' },
    GB: { one: 'gigabyte', other: 'gigabyte' },
    MB: { one: 'megabyte', other: 'megabyte' },
    min: { one: 'minuut', other: 'minuten' },
  },
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
    'prof.': 'professor',
    'bijv.': 'bijvoorbeeld',
    'bv.': 'bijvoorbeeld',
    'enz.': 'enzovoort',
    'o.a.': 'onder andere',
    'd.w.z.': 'dat wil zeggen',
    'a.u.b.': 'alstublieft',
    'm.b.t.': 'met betrekking tot',
    'i.v.m.': 'in verband met',
    'ca.': 'circa',
    'incl.': 'inclusief',
    'excl.': 'exclusief',
    'tel.': 'telefoon',
  },
  numberAbbreviations: ['nr.'],
  months,
  monthAbbreviations: {
    'jan.': 1,
    'feb.': 2,
    'mrt.': 3,
    'apr.': 4,
    'aug.': 8,
    'sept.': 9,
    'okt.': 10,
    'nov.': 11,
    'dec.': 12,
  },
  date: ({ day, month, year }) =>
    `${toCardinal(day)} ${months[month - 1]}${year === undefined ? '' : ` ${toCardinal(year)}`}`,
  writesTimesWithH: false,
  timeWords: { before: ['om', 'van', 'tot', 'vanaf', 'tussen', 'rond'], after: ['uur', 'u'] },
  time(hour, minute, period) {
    const minutes = minute === 0 ? '' : ` ${toCardinal(minute)}`;
    const suffix = { AM: " 's ochtends", PM: " 's middags" };
    return `${toCardinal(hour)} uur${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  fraction: (numerator, denominator) => fractions[`${numerator}/${denominator}`],
  mixed: (whole, fraction) => `${words(whole)} ${fraction}`,
};

export const spokenDutch = (): SpokenLanguage => spoken;

export const dutchTextConventions: TextConventions = {
  abbreviations: 'dhr|mevr|mw|mej|drs|bijv|bv|evt|incl|excl',
  abbreviationsWithinSentence: 'nr|tel|art|max|min|mln|mld|jan|feb|mrt|apr|jun|jul|aug|sept|okt|nov|dec',
  abbreviationsBeforeLowerCase: 'enz',
  codeLinks: String.raw`nummer|nr\.|is|was|eindigt op`,
  stageDirections: {
    single: 'stilte|pauze|korte pauze|gelach|zucht',
    verbs: 'glimlacht|glimlachend|zucht|zuchtend|fluistert|knikt|schraapt (?:haar|zijn) keel|pauzeert',
  },
};
