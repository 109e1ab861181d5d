import { toCardinal, toOrdinal } from 'n2words/en-US';
import { rewritten, type Rule, type SpokenLanguage, type TextConventions } from '../spoken-language.ts';

/** Hyphens of compound numbers are removed: voices pause at some of them. Decimals are spoken digit by digit. */
function words(value: string): string {
  const [whole = '', decimals] = value.split('.');
  const spoken = toCardinal(whole).replaceAll('-', ' ');
  if (decimals === undefined) return spoken;
  return `${spoken} point ${[...decimals].map((digit) => toCardinal(digit)).join(' ')}`;
}
const ordinal = (value: number): string => toOrdinal(String(value)).replaceAll('-', ' ');

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

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monthNumbers: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  sept: 9,
  oct: 10,
  nov: 11,
  dec: 12,
};
const monthAbbreviations = Object.fromEntries(
  Object.entries(monthNumbers).flatMap(([name, month]) => [
    [name, month],
    [`${name}.`, month],
  ]),
);
const monthPattern = [
  ...months,
  ...Object.keys(monthNumbers).map((name) => name[0]!.toUpperCase() + name.slice(1)),
].join('|');
const numberOfMonth = (name: string): number =>
  monthNumbers[name.toLowerCase()] ??
  months.findIndex((month) => month.toLowerCase() === name.toLowerCase()) + 1;

const weekdays: Readonly<Record<string, string>> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Tues: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Thur: 'Thursday',
  Thurs: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
};
const streets: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Blvd: 'Boulevard',
  Rd: 'Road',
  Dr: 'Drive',
  Ln: 'Lane',
  Ct: 'Court',
  Hwy: 'Highway',
  Pkwy: 'Parkway',
};

const yearWords = (text: string | undefined): string => (text === undefined ? '' : `, ${year(Number(text))}`);

const rules: readonly Rule[] = [
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})(${monthPattern})\.? (3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\d.,:]\d|[\d%]|\s?(?:percent|people|times))`,
      'giu',
    ),
    speak: ({ 1: month, 2: day, 3: yearText }) => {
      // "May" and "March" are also verbs.
      if (month !== month![0]!.toUpperCase() + month!.slice(1).toLowerCase()) return undefined;
      return `${months[numberOfMonth(month) - 1]} ${ordinal(Number(day))}${yearWords(yearText)}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})(${Object.keys(monthNumbers).join('|')})\.?(?= \d{4}(?!\d))`,
      'giu',
    ),
    speak: ({ 1: month }) => months[numberOfMonth(month!) - 1],
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})(${Object.keys(weekdays).join('|')})(?:\.|(?=,))(?=,? [${rewritten}\d]|,? (?:${monthPattern})(?!\p{L}))`,
      'gu',
    ),
    speak: ({ 1: day }) => weekdays[day!],
  },
  {
    pattern: new RegExp(
      String.raw`(?<=(?<!\p{L})(?:[Oo]n|[Bb]y|[Nn]ext|[Tt]his|[Ee]very|[Uu]ntil) )(${Object.keys(weekdays).join('|')})\.`,
      'gu',
    ),
    speak: ({ 1: day }) => weekdays[day!],
  },
  {
    // The number of a house with four digits is spoken in two pairs: "twelve thirty four Oak Street".
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d#$])([1-9]\d)([1-9]\d)(?= (?:\p{Lu}\p{Ll}+ ){1,3}(?:Street|Avenue|Road|Drive|Lane|Boulevard|${Object.keys(streets).join('|')})(?!\p{L}))`,
      'gu',
    ),
    speak: ({ 1: first, 2: second }) => `${words(first!)} ${words(second!)}`,
  },
  {
    pattern: new RegExp(
      String.raw`(?<=[\d${rewritten}](?:st|nd|rd|th)? (?:(?:[NSEW]\.? )?\p{Lu}[\p{Ll}']+ ){1,3})(${Object.keys(streets).join('|')})(\.|(?!\p{L}))`,
      'gu',
    ),
    speak: ({ 1: street }) => streets[street!],
  },
  {
    pattern: /(?<=(?<!\p{L})[Ff]light (?:number )?[A-Z]{2} )\d{3,4}(?![\p{L}\d])/gu,
    speak: ([digits]) => [...digits].map((digit) => words(digit)).join(' '),
  },
  { pattern: /(?<![\p{L}\d.,$])911(?![\p{L}\d]|[.,]\d)/gu, speak: () => 'nine one one' },
  { pattern: /(?<!\p{L})St\.? (?=\p{Lu}\p{Ll})/gu, speak: () => 'Saint ' },
  {
    // Codes of the United States, such as IL 62704.
    pattern: /(?<=(?<!\p{L})[A-Z]{2} )\d{5}(?:-\d{4})?(?!\d)/gu,
    speak: ([zip]) =>
      zip
        .split('-')
        .map((group) => [...group].map(words).join(' '))
        .join(', '),
  },
  {
    pattern: /(?<![\p{L}\d'])(1[89]|20)(\d)0s(?!\p{L})/gu,
    speak: ({ 1: century, 2: decade }) => decadeOf(Number(century), Number(decade)),
  },
  { pattern: /(?<![\p{L}\d$])'?([2-9])0s(?!\p{L})/gu, speak: ({ 1: decade }) => plural(words(`${decade}0`)) },
];

const plural = (tens: string): string => tens.replace(/y$/, 'ies');

function decadeOf(century: number, decade: number): string | undefined {
  if (decade < 2) return undefined;
  return `${words(String(century))} ${plural(words(`${decade}0`))}`;
}

const dmyRegions = new Set(['GB', 'AU', 'NZ', 'IE', 'IN', 'ZA', 'SG', 'KE', 'NG']);
const denominators: Readonly<Record<number, readonly [one: string, other: string]>> = {
  2: ['one half', 'halves'],
  3: ['one third', 'thirds'],
  4: ['one quarter', 'quarters'],
  5: ['one fifth', 'fifths'],
  6: ['one sixth', 'sixths'],
  8: ['one eighth', 'eighths'],
  10: ['one tenth', 'tenths'],
};

const american: SpokenLanguage = {
  cardinal: words,
  decimalMark: '.',
  dateOrder: 'mdy',
  rules,
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,6})(?:st|nd|rd|th)(?![\p{L}\d])/giu,
      speak: ({ 1: digits }) => (Number(digits) > 0 ? ordinal(Number(digits)) : undefined),
    },
  ],
  phonePatterns: [
    String.raw`(?:1[ .-])?\(\d{3}\) ?\d{3}[ .-]\d{4}`,
    String.raw`(?:1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}`,
    String.raw`\d{3}-\d{4}`,
  ],
  codeWords: [
    String.raw`(?:order|account|invoice|case|ticket|confirmation|reference|tracking|policy|booking|reservation|member(?:ship)?|customer|claim|serial|passport|license|routing|card|flight|employee|patient|phone)(?: (?:number|code|id))?`,
    'ZIP(?: code)?',
    'postcode',
    'PIN(?: code)?',
    'code',
    'ID',
    'extension',
    String.raw`ext\.?`,
    'ending in',
    'area code',
  ],
  hasPostalCodeBeforeCity: false,
  currencies: {
    USD: { one: 'dollar', other: 'dollars', subunit: { one: 'cent', other: 'cents' } },
    EUR: { one: 'euro', other: 'euros', subunit: { one: 'cent', other: 'cents' } },
    GBP: { one: 'pound', other: 'pounds', subunit: { one: 'penny', other: 'pence' } },
    CHF: { one: 'Swiss franc', other: 'Swiss francs', subunit: { one: 'centime', other: 'centimes' } },
    BRL: { one: 'real', other: 'reais', subunit: { one: 'centavo', other: 'centavos' } },
    PESO: { one: 'peso', other: 'pesos', subunit: { one: 'centavo', other: 'centavos' } },
  },
  dollarSign: 'USD',
  and: 'and',
  magnitudes: [
    { pattern: 'K|k|thousand', one: 'thousand', other: 'thousand' },
    { pattern: 'M|m|mn|million', one: 'million', other: 'million' },
    { pattern: 'B|b|bn|billion', one: 'billion', other: 'billion' },
  ],
  units: {
    '°F': { one: 'degree Fahrenheit', other: 'degrees Fahrenheit' },
    '°C': { one: 'degree Celsius', other: 'degrees Celsius' },
    '°': { one: 'degree', other: 'degrees' },
    kg: { one: 'kilogram', other: 'kilograms' },
    g: { one: 'gram', other: 'grams' },
    mg: { one: 'milligram', other: 'milligrams' },
    lb: { one: 'pound', other: 'pounds' },
    lbs: { one: 'pound', other: 'pounds' },
    oz: { one: 'ounce', other: 'ounces' },
    km: { one: 'kilometer', other: 'kilometers' },
    'km/h': { one: 'kilometer per hour', other: 'kilometers per hour' },
    mph: { one: 'mile per hour', other: 'miles per hour' },
    mi: { one: 'mile', other: 'miles' },
    cm: { one: 'centimeter', other: 'centimeters' },
    mm: { one: 'millimeter', other: 'millimeters' },
    ft: { one: 'foot', other: 'feet' },
    ml: { one: 'milliliter', other: 'milliliters' },
    kWh: { one: 'kilowatt hour', other: 'kilowatt hours' },
    MB: { one: 'megabyte', other: 'megabytes' },
    GB: { one: 'gigabyte', other: 'gigabytes' },
    Mbps: { one: 'megabit per second', other: 'megabits per second' },
    min: { one: 'minute', other: 'minutes' },
    sec: { one: 'second', other: 'seconds' },
    hrs: { one: 'hour', other: 'hours' },
  },
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
    'apt.': 'Apartment',
    'ext.': 'extension',
    'dept.': 'Department',
    'ave.': 'Avenue',
    'blvd.': 'Boulevard',
  },
  numberAbbreviations: ['no.'],
  months,
  monthAbbreviations,
  date({ day, month, year: yearNumber, before }) {
    const after = yearWords(yearNumber?.toString());
    return /(?<!\p{L})the $/iu.test(before)
      ? `${ordinal(day)} of ${months[month - 1]}${after}`
      : `${months[month - 1]} ${ordinal(day)}${after}`;
  },
  writesTimesWithH: false,
  timeWords: { before: [], after: [] },
  time,
  year,
  fraction(numerator, denominator) {
    const names = denominators[denominator];
    return names && (numerator === 1 ? names[0] : `${words(String(numerator))} ${names[1]}`);
  },
  mixed: (whole, fraction, isHalf) => `${words(whole)} and ${isHalf ? 'a half' : fraction}`,
};

/** `region` is an ISO 3166 code; undefined if the language tag has none. */
export const spokenEnglish = (region: string | undefined): SpokenLanguage =>
  dmyRegions.has(region ?? '') ? { ...american, dateOrder: 'dmy' } : american;

export const englishTextConventions: TextConventions = {
  abbreviations:
    'mr|mrs|ms|dr|st|jr|sr|prof|rev|hon|gen|capt|sgt|lt|vs|approx|appt|apt|ave|blvd|dept|inc|ltd|corp',
  abbreviationsWithinSentence:
    'mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|sec|no|num|tel|art|fig|ext|max|min|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec',
  abbreviationsBeforeLowerCase: 'etc',
  codeLinks: String.raw`number|no\.|is|was|ends in|ending in`,
  stageDirections: {
    single:
      'pause|beat|silence|long pause|short pause|brief pause|laughter|sigh|smile|chuckle|giggle|ride|rit|ri',
    verbs:
      'laughs|laughing|chuckles|chuckling|smiles|smiling|sighs|sighing|pauses|pausing|giggles|giggling|whispers|whispering|nods|nodding|coughs|grins|winks|shrugs|gasps|inhales|exhales|clears (?:his|her|their|my|your)? ?throat|takes a (?:deep )?breath',
  },
};
