import { toCardinal, toOrdinal } from 'n2words/de-DE';
import type { Gender, SpokenLanguage, TextConventions } from '../spoken-language.ts';

const cent = { one: 'Cent', other: 'Cent' };
/** Decimals are spoken digit by digit. */
function words(value: string): string {
  const [whole = '', decimals] = value.split('.');
  if (decimals === undefined) return toCardinal(value);
  return `${toCardinal(whole)} Komma ${[...decimals].map((digit) => toCardinal(digit)).join(' ')}`;
}
/** "Eins" before a noun is "ein" or "eine". */
const count = (value: string, gender: Gender): string =>
  value === '1' ? (gender === 'feminine' ? 'eine' : 'ein') : words(value);

/** 1999 is "neunzehnhundertneunundneunzig". */
function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (century < 11 || century > 19) return toCardinal(value);
  return `${toCardinal(century)}hundert${rest === 0 ? '' : toCardinal(rest)}`;
}

/** Words after which an ordinal ends in -en: "am fünften Mai", "in der fünften Etage". */
const beforeWeakEnding =
  /(?<!\p{L})(?:am|vom|zum|zur|beim|im|dem|den|des|einem|jedem|jeden|diesem|diesen|bis|ab|seit|und|oder|(?:an|auf|aus|bei|in|mit|nach|von|vor|zu) der) $/iu;
const beforeE = /(?<!\p{L})(?:der|die|das|diese|dieser|dieses|jede|jedes|jeder) $/iu;

/** Returns the ordinal with the ending that the words before it require; undefined if they do not decide. */
function inflectedOrdinal(value: number, before: string): string | undefined {
  const ordinal = toOrdinal(String(value));
  if (beforeWeakEnding.test(before)) return `${ordinal}n`;
  return beforeE.test(before) ? ordinal : undefined;
}

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
const fractions: Readonly<Record<string, string>> = {
  '1/3': 'ein Drittel',
  '2/3': 'zwei Drittel',
  '1/4': 'ein Viertel',
  '3/4': 'drei Viertel',
};
const feminine =
  /^(?:stunde|minute|sekunde|woche|nacht|person|frage|nachricht|million|milliarde|etage|seite|kopie|tablette|flasche)$/;

const spoken: SpokenLanguage = {
  cardinal: words,
  count,
  agrees: (value) => value === '1',
  genderOf: (noun) => (feminine.test(noun) ? 'feminine' : undefined),
  decimalMark: ',',
  dateOrder: 'dmy',
  rules: [
    {
      // "Am 24.12.", without a year.
      pattern: /(?<![\p{L}\d.,/-])(\d{1,2})\.(0?[1-9]|1[0-2])\.(?!\d)/gu,
      speak: ({ input, index, 1: day, 2: month }) =>
        Number(day) >= 1 && Number(day) <= 31
          ? date(Number(day), Number(month), undefined, input.slice(0, index))
          : undefined,
    },
  ],
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,2})\.(?= (?:bis|und|oder) \d{1,2}\.)/gu,
      speak: ({ input, index, 1: digits }) => inflectedOrdinal(Number(digits), input.slice(0, index)),
    },
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,3})\.(?= [\p{L}\ue001])/gu,
      speak: ({ input, index, 1: digits }) => inflectedOrdinal(Number(digits), input.slice(0, index)),
    },
  ],
  phonePatterns: [],
  codeWords: [
    String.raw`(?:\p{L}+(?:nummer|nr\.)|PIN|PLZ|Postleitzahl|Code|\p{L}*code|IBAN|TAN|Durchwahl|Aktenzeichen)`,
  ],
  hasPostalCodeBeforeCity: true,
  currencies: {
    USD: { one: 'Dollar', other: 'Dollar', subunit: cent },
    EUR: { one: 'Euro', other: 'Euro', subunit: cent },
    GBP: { one: 'Pfund', other: 'Pfund', subunit: { one: 'Penny', other: 'Pence' } },
    CHF: { one: 'Franken', other: 'Franken', subunit: { one: 'Rappen', other: 'Rappen' } },
    BRL: { one: 'Real', other: 'Real', subunit: { one: 'Centavo', other: 'Centavos' } },
    PESO: { one: 'Peso', other: 'Pesos', subunit: { one: 'Centavo', other: 'Centavos' } },
  },
  dollarSign: 'USD',
  and: 'und',
  magnitudes: [
    { pattern: String.raw`Tsd\.|Tausend|tausend`, one: 'tausend', other: 'tausend' },
    { pattern: String.raw`Mio\.|Mio|M|Millionen?`, one: 'Million', other: 'Millionen' },
    { pattern: String.raw`Mrd\.|Mrd|Milliarden?`, one: 'Milliarde', other: 'Milliarden' },
  ],
  units: {
    Uhr: { one: 'Uhr', other: 'Uhr' },
    '°C': { one: 'Grad', other: 'Grad' },
    '°F': { one: 'Grad Fahrenheit', other: 'Grad Fahrenheit' },
    '°': { one: 'Grad', other: 'Grad' },
    kg: { one: 'Kilogramm', other: 'Kilogramm' },
    g: { one: 'Gramm', other: 'Gramm' },
    mg: { one: 'Milligramm', other: 'Milligramm' },
    km: { one: 'Kilometer', other: 'Kilometer' },
    'km/h': { one: 'Kilometer pro Stunde', other: 'Kilometer pro Stunde' },
    m: { one: 'Meter', other: 'Meter' },
    'm²': { one: 'Quadratmeter', other: 'Quadratmeter' },
    cm: { one: 'Zentimeter', other: 'Zentimeter' },
    mm: { one: 'Millimeter', other: 'Millimeter' },
    l: { one: 'Liter', other: 'Liter' },
    ml: { one: 'Milliliter', other: 'Milliliter' },
    kWh: { one: 'Kilowattstunde', other: 'Kilowattstunden', gender: 'feminine' },
    GB: { one: 'Gigabyte', other: 'Gigabyte' },
    MB: { one: 'Megabyte', other: 'Megabyte' },
    'Std.': { one: 'Stunde', other: 'Stunden', gender: 'feminine' },
    'Min.': { one: 'Minute', other: 'Minuten', gender: 'feminine' },
    'Mio.': { one: 'Million', other: 'Millionen', gender: 'feminine' },
    'Mrd.': { one: 'Milliarde', other: 'Milliarden', gender: 'feminine' },
  },
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
    'u. a.': 'unter anderem',
    'u.a.': 'unter anderem',
    'usw.': 'und so weiter',
    'bzw.': 'beziehungsweise',
    'ca.': 'circa',
    'inkl.': 'inklusive',
    'zzgl.': 'zuzüglich',
    'ggf.': 'gegebenenfalls',
    'evtl.': 'eventuell',
    'mind.': 'mindestens',
    'dr.': 'Doktor',
    'prof.': 'Professor',
    'hr.': 'Herr',
    'fr.': 'Frau',
    'str.': 'Straße',
    'tel.': 'Telefon',
  },
  numberAbbreviations: ['nr.'],
  months,
  monthAbbreviations: {
    'jan.': 1,
    'feb.': 2,
    'apr.': 4,
    'aug.': 8,
    'sept.': 9,
    'okt.': 10,
    'nov.': 11,
    'dez.': 12,
  },
  date: ({ day, month, year: yearNumber, before }) => date(day, month, yearNumber, before),
  writesTimesWithH: false,
  timeWords: { before: ['um', 'von', 'bis', 'ab', 'gegen', 'zwischen'], after: ['Uhr'] },
  time(hour, minute, period) {
    const minutes = minute === 0 ? '' : ` ${toCardinal(minute)}`;
    const suffix = { AM: ' morgens', PM: ' nachmittags' };
    return `${count(String(hour), 'neuter')} Uhr${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year,
  fraction: (numerator, denominator) => fractions[`${numerator}/${denominator}`],
  mixed: (whole, fraction) => `${words(whole)} ${fraction}`,
};

function date(day: number, month: number, yearNumber: number | undefined, before: string): string {
  const ordinal = inflectedOrdinal(day, before) ?? `${toOrdinal(String(day))}r`;
  return `${ordinal} ${months[month - 1]}${yearNumber === undefined ? '' : ` ${year(yearNumber)}`}`;
}

export const spokenGerman = (): SpokenLanguage => spoken;

export const germanTextConventions: TextConventions = {
  abbreviations: 'hr|frl|bzw|ca|inkl|zzgl|evtl|ggf|sog|vgl|str|dipl',
  abbreviationsWithinSentence:
    'sek|std|nr|tel|art|kap|abs|max|min|mio|mrd|tsd|jan|feb|apr|jun|jul|aug|sep|sept|okt|nov|dez',
  abbreviationsBeforeLowerCase: 'usw',
  codeLinks: String.raw`nummer|nr\.|ist|lautet|war|endet auf`,
  stageDirections: {
    single: 'Pause|kurze Pause|lange Pause|Stille|Lachen|Seufzen|Seufzer',
    verbs: 'lacht|lachend|lächelt|lächelnd|seufzt|seufzend|flüstert|nickt|räuspert sich|macht eine Pause',
  },
};
