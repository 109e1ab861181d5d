import { toCardinal, toOrdinal } from 'n2words/it-IT';
import type { Gender, SpokenLanguage, TextConventions } from '../spoken-language.ts';

const months = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
];
const fractions: Readonly<Record<string, string>> = {
  '1/3': 'un terzo',
  '2/3': 'due terzi',
  '1/4': 'un quarto',
  '3/4': 'tre quarti',
};
const masculine =
  /^(?:giorno|mese|anno|minuto|euro|milione|miliardo|posto|messaggio|punto|cliente|chilo|metro|litro)$/;
const feminine = /^(?:settimana|notte|persona|volta|camera|chiamata|domanda|pagina)$/;

const words = (value: string): string => toCardinal(value);
const count = (value: string, gender: Gender): string =>
  value === '1' ? (gender === 'feminine' ? 'una' : 'un') : words(value);

const spoken: SpokenLanguage = {
  cardinal: words,
  count,
  agrees: (value) => value === '1',
  genderOf: (noun) => (masculine.test(noun) ? 'masculine' : feminine.test(noun) ? 'feminine' : undefined),
  decimalMark: ',',
  dateOrder: 'dmy',
  rules: [],
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,6})([º°ª])(?!\s*[CF](?!\p{L}))(?![\p{L}\d])/gu,
      speak({ 1: digits, 2: suffix }) {
        if (Number(digits) === 0) return undefined;
        const ordinal = toOrdinal(digits!);
        return suffix === 'ª' ? ordinal.replace(/o$/, 'a') : ordinal;
      },
    },
  ],
  phonePatterns: [
    String.raw`3\d{2}[ .-]\d{3}[ .-]\d{3,4}`,
    String.raw`3\d{2}[ .-]\d{2}[ .-]\d{2}[ .-]\d{3}`,
    String.raw`3\d{2}[ .-]?\d{6,7}`,
    String.raw`8\d{2} \d{3} \d{3}`,
  ],
  codeWords: [
    String.raw`(?:codice(?: postale| di conferma| cliente)?|CAP|PIN|(?:numero (?:di |d'|del |dell'))?(?:ordine|conto|cliente|fattura|prenotazione|pratica|polizza|spedizione|telefono|carta|interno)|interno|riferimento)`,
  ],
  hasPostalCodeBeforeCity: true,
  currencies: {
    USD: { one: 'dollaro', other: 'dollari', subunit: { one: 'centesimo', other: 'centesimi' } },
    EUR: { one: 'euro', other: 'euro', subunit: { one: 'centesimo', other: 'centesimi' } },
    GBP: {
      one: 'sterlina',
      other: 'sterline',
      gender: 'feminine',
      subunit: { one: 'penny', other: 'pence' },
    },
    CHF: { one: 'franco', other: 'franchi', subunit: { one: 'centesimo', other: 'centesimi' } },
    BRL: { one: 'real', other: 'real', subunit: { one: 'centavo', other: 'centavos' } },
    PESO: { one: 'peso', other: 'pesos', subunit: { one: 'centavo', other: 'centavos' } },
  },
  dollarSign: 'USD',
  and: 'e',
  magnitudes: [
    { pattern: 'mila', one: 'mila', other: 'mila' },
    { pattern: 'M|Mln|mln|milione|milioni', one: 'milione', other: 'milioni', isNoun: true },
    { pattern: 'Mld|mld|miliardo|miliardi', one: 'miliardo', other: 'miliardi', isNoun: true },
  ],
  of: (currency) => `di ${currency}`,
  units: {
    '°C': { one: 'grado', other: 'gradi' },
    '°F': { one: 'grado Fahrenheit', other: 'gradi Fahrenheit' },
    kg: { one: 'chilo', other: 'chili' },
    g: { one: 'grammo', other: 'grammi' },
    mg: { one: 'milligrammo', other: 'milligrammi' },
    km: { one: 'chilometro', other: 'chilometri' },
    'km/h': { one: 'chilometro orario', other: 'chilometri orari' },
    m: { one: 'metro', other: 'metri' },
    'm²': { one: 'metro quadro', other: 'metri quadri' },
    mq: { one: 'metro quadro', other: 'metri quadri' },
    cm: { one: 'centimetro', other: 'centimetri' },
    mm: { one: 'millimetro', other: 'millimetri' },
    l: { one: 'litro', other: 'litri' },
    ml: { one: 'millilitro', other: 'millilitri' },
    kWh: { one: 'chilowattora', other: 'chilowattora' },
    GB: { one: 'giga', other: 'giga' },
    MB: { one: 'mega', other: 'mega' },
    min: { one: 'minuto', other: 'minuti' },
  },
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
    'sig.na': 'signorina',
    'dott.': 'dottor',
    'dott.ssa': 'dottoressa',
    'dr.': 'dottor',
    'prof.': 'professor',
    'avv.': 'avvocato',
    'ing.': 'ingegner',
    'ecc.': 'eccetera',
    'p.es.': 'per esempio',
    'p. es.': 'per esempio',
    'ca.': 'circa',
    'tel.': 'telefono',
    'v.le': 'viale',
    'p.zza': 'piazza',
  },
  numberAbbreviations: ['n.', 'n°', 'nº'],
  months,
  monthAbbreviations: {
    'gen.': 1,
    'feb.': 2,
    'apr.': 4,
    'giu.': 6,
    'lug.': 7,
    'ago.': 8,
    'sett.': 9,
    'ott.': 10,
    'nov.': 11,
    'dic.': 12,
  },
  date: ({ day, month, year }) =>
    `${day === 1 ? 'primo' : toCardinal(day)} ${months[month - 1]}${year === undefined ? '' : ` ${toCardinal(year)}`}`,
  writesTimesWithH: false,
  timeWords: { before: ['alle', 'dalle', 'ore', 'le', 'delle'], after: [] },
  time(hour, minute, period) {
    const hours = hour === 1 ? 'una' : toCardinal(hour);
    const minutes = minute === 0 ? '' : ` e ${toCardinal(minute)}`;
    const suffix = { AM: ' di mattina', PM: ' di pomeriggio' };
    return `${hours}${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  fraction: (numerator, denominator) => fractions[`${numerator}/${denominator}`],
  mixed: (whole, fraction) => `${words(whole)} e ${fraction}`,
};

export const spokenItalian = (): SpokenLanguage => spoken;

export const italianTextConventions: TextConventions = {
  abbreviations: 'sig|sig.ra|sig.na|sigg|dott|dott.ssa|prof.ssa|avv|ing|arch|geom|rag|v.le|p.zza|c.so|l.go',
  abbreviationsWithinSentence:
    'n|num|tel|art|fig|pag|int|mln|mld|gen|feb|mar|apr|giu|lug|ago|set|sett|ott|nov|dic',
  abbreviationsBeforeLowerCase: 'ecc',
  codeLinks: String.raw`numero|n\.?º|è|termina con`,
  stageDirections: {
    single: 'silenzio|risate|risata|sorriso|sospiro',
    verbs: 'ridendo|sorride|sorridendo|sospira|sospirando|sussurra|annuisce|fa una pausa',
  },
};
