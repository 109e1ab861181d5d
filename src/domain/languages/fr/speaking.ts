import { toCardinal, toOrdinal } from 'n2words/fr-FR';
import type { Gender, SpokenLanguage, TextConventions } from '../spoken-language.ts';

const centime = { one: 'centime', other: 'centimes' };
const words = (value: string): string => toCardinal(value);
const count = (value: string, gender: Gender): string =>
  gender === 'feminine' ? words(value).replace(/(?<!\p{L})un$/u, 'une') : words(value);

const months = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];
const fractions: Readonly<Record<string, string>> = {
  '1/3': 'un tiers',
  '2/3': 'deux tiers',
  '1/4': 'un quart',
  '3/4': 'trois quarts',
};
const feminine =
  /^(?:heure|minute|seconde|semaine|nuit|année|journée|fois|personne|question|chambre|place|page|pièce|facture|commande)s?$/;
const masculine =
  /^(?:jour|mois|an|euro|dollar|kilo|million|milliard|point|rendez-vous|appel|message|article|client|étage)s?$/;

/** Telephone numbers are spoken in pairs: "zéro six, douze, trente-quatre". */
const pair = (digits: string): string =>
  digits.startsWith('0') ? [...digits].map((digit) => words(digit)).join(' ') : words(digits);

const spoken: SpokenLanguage = {
  cardinal: words,
  count,
  agrees: (value) => /(?:^|[2-68])1$|[1-9]01$/.test(value),
  genderOf: (noun) => (feminine.test(noun) ? 'feminine' : masculine.test(noun) ? 'masculine' : undefined),
  decimalMark: ',',
  dateOrder: 'dmy',
  rules: [],
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,6})(er|re|ère|e|ème|d|nd|de|nde)(?![\p{L}\d])/gu,
      speak({ 1: digits, 2: suffix }) {
        if (Number(digits) === 0) return undefined;
        if (digits === '1') return /^(?:re|ère)$/.test(suffix!) ? 'première' : 'premier';
        if (/^n?d/.test(suffix!))
          return digits === '2' ? (suffix!.endsWith('e') ? 'seconde' : 'second') : undefined;
        return toOrdinal(digits!);
      },
    },
  ],
  phonePatterns: [
    String.raw`0[1-9](?:[ .-]\d{2}){4}`,
    String.raw`0[1-9]\d{8}`,
    String.raw`0 8\d{2} \d{3} \d{3}`,
  ],
  phoneGroups(groups) {
    const [first = ''] = groups;
    const pairs = groups.length === 1 && first.length === 10 ? first.match(/\d{2}/g)! : groups;
    if (first === '33' && groups[1]?.length === 1 && groups.slice(2).every((group) => group.length === 2))
      return groups.map((group) => pair(group));
    return pairs.every((group) => group.length === 2) ? pairs.map((group) => pair(group)) : undefined;
  },
  codeWords: [
    String.raw`(?:code(?: postal| d'accès| de confirmation| PIN)?|PIN|(?:numéro|n°|nº) (?:de |d')(?:commande|dossier|client|compte|facture|réservation|suivi|sécurité sociale)|commande|dossier|référence|facture|réservation|poste)`,
  ],
  hasPostalCodeBeforeCity: false,
  currencies: {
    USD: { one: 'dollar', other: 'dollars', subunit: { one: 'cent', other: 'cents' } },
    EUR: { one: 'euro', other: 'euros', subunit: centime },
    GBP: { one: 'livre', other: 'livres', gender: 'feminine', subunit: { one: 'penny', other: 'pence' } },
    CHF: { one: 'franc', other: 'francs', subunit: centime },
    BRL: { one: 'réal', other: 'réaux', subunit: { one: 'centavo', other: 'centavos' } },
    PESO: { one: 'peso', other: 'pesos', subunit: { one: 'centavo', other: 'centavos' } },
  },
  dollarSign: 'USD',
  and: 'et',
  magnitudes: [
    { pattern: 'k', one: 'mille', other: 'mille' },
    { pattern: 'M|millions?', one: 'million', other: 'millions', isNoun: true },
    { pattern: 'Mds?|milliards?', one: 'milliard', other: 'milliards', isNoun: true },
  ],
  of: (currency) => (/^[aeiouéè]/.test(currency) ? `d'${currency}` : `de ${currency}`),
  units: {
    '°C': { one: 'degré', other: 'degrés' },
    '°F': { one: 'degré Fahrenheit', other: 'degrés Fahrenheit' },
    '°': { one: 'degré', other: 'degrés' },
    kg: { one: 'kilo', other: 'kilos' },
    g: { one: 'gramme', other: 'grammes' },
    mg: { one: 'milligramme', other: 'milligrammes' },
    km: { one: 'kilomètre', other: 'kilomètres' },
    'km/h': { one: 'kilomètre à l’heure', other: 'kilomètres à l’heure' },
    m: { one: 'mètre', other: 'mètres' },
    'm²': { one: 'mètre carré', other: 'mètres carrés' },
    cm: { one: 'centimètre', other: 'centimètres' },
    mm: { one: 'millimètre', other: 'millimètres' },
    l: { one: 'litre', other: 'litres' },
    L: { one: 'litre', other: 'litres' },
    ml: { one: 'millilitre', other: 'millilitres' },
    kWh: { one: 'kilowattheure', other: 'kilowattheures' },
    Go: { one: 'gigaoctet', other: 'gigaoctets' },
    Mo: { one: 'mégaoctet', other: 'mégaoctets' },
    min: { one: 'minute', other: 'minutes', gender: 'feminine' },
  },
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
    mm: 'Messieurs',
    mme: 'Madame',
    mlle: 'Mademoiselle',
    'dr.': 'docteur',
    dr: 'docteur',
    'p. ex.': 'par exemple',
    'p.ex.': 'par exemple',
    'etc.': 'et cetera',
    'env.': 'environ',
    'av.': 'avenue',
    'bd.': 'boulevard',
    bd: 'boulevard',
    'tél.': 'téléphone',
    'c.-à-d.': "c'est-à-dire",
  },
  numberAbbreviations: ['n°', 'nº', 'no.'],
  months,
  monthAbbreviations: {
    'janv.': 1,
    'févr.': 2,
    'avr.': 4,
    'juil.': 7,
    'sept.': 9,
    'oct.': 10,
    'nov.': 11,
    'déc.': 12,
  },
  date: ({ day, month, year }) =>
    `${day === 1 ? 'premier' : toCardinal(day)} ${months[month - 1]}${year === undefined ? '' : ` ${toCardinal(year)}`}`,
  writesTimesWithH: true,
  timeWords: { before: [], after: ['heures', 'heure', 'h'] },
  time(hour, minute, period) {
    const hours =
      hour === 0 ? 'zéro heure' : `${count(String(hour), 'feminine')} ${hour === 1 ? 'heure' : 'heures'}`;
    const minutes = minute === 0 ? '' : ` ${toCardinal(minute)}`;
    const suffix = { AM: ' du matin', PM: " de l'après-midi" };
    return `${hours}${minutes}${period === undefined ? '' : suffix[period]}`;
  },
  year: (year) => toCardinal(year),
  fraction: (numerator, denominator) => fractions[`${numerator}/${denominator}`],
  mixed: (whole, fraction) => `${words(whole)} et ${fraction}`,
};

export const spokenFrench = (): SpokenLanguage => spoken;

export const frenchTextConventions: TextConventions = {
  abbreviations: 'm|mm|mlle|pr|av|bd|bld|ste|env|c.-à-d|boul',
  abbreviationsWithinSentence: 'n|num|tel|tél|art|fig|max|min|janv|févr|avr|juil|sept|oct|nov|déc',
  abbreviationsBeforeLowerCase: 'etc',
  codeLinks: 'numéro|n°|est|se termine par',
  stageDirections: {
    single: 'rires|rire|soupir|sourire|petite pause|longue pause',
    verbs: 'riant|en riant|sourit|en souriant|soupire|en soupirant|chuchote|hoche la tête|fait une pause',
  },
};
