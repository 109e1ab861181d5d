import {
  createNumberReader,
  spellingsFrom,
  type NumberSpellings,
} from '../../understanding/number-reader.ts';

const units =
  'zero,un|une,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,dix sept,dix huit,dix neuf'.split(
    ',',
  );
/** With the tens of Belgium and Switzerland. */
const tens = ',,vingt,trente,quarante,cinquante,soixante,septante,huitante|octante,nonante'.split(',');

const below20 = spellingsFrom(units);
/** "Soixante dix" and "quatre vingt dix": units above 9 follow too. */
const upTo19 = [
  ['soixante', 60],
  ['quatre vingt', 80],
  ['quatre vingts', 80],
] as const;
const compounds: NumberSpellings = [...spellingsFrom(tens, 10), ...upTo19].flatMap(([ten, value]) =>
  below20
    .filter(([, unit]) => unit > 0 && unit < (value === 60 || ten.includes(' ') ? 20 : 10))
    .flatMap(([word, unit]) => [
      [`${ten} ${word}`, value + unit] as const,
      ...(unit === 1 || unit === 11 ? [[`${ten} et ${word}`, value + unit] as const] : []),
    ]),
);
const below100: NumberSpellings = [...below20, ...spellingsFrom(tens, 10), ...upTo19.slice(1), ...compounds];

const ordinalStem = (word: string): string =>
  word
    .replace(/e$/, '')
    .replace(/cinq$/, 'cinqu')
    .replace(/neuf$/, 'neuv')
    .replace(/vingts$/, 'vingt');
const ordinals: NumberSpellings = [
  ['premier', 1],
  ['premiere', 1],
  ['second', 2],
  ['seconde', 2],
  ...below100
    .filter(([, value]) => value > 1)
    .map(([word, value]) => [`${ordinalStem(word)}ieme`, value] as const),
];

/** "Deux cents", and the centuries of years: "dix neuf cent". */
const hundreds: NumberSpellings = [
  ['', 100] as const,
  ...below20
    .filter(([, value]) => value !== 0 && value !== 1 && value !== 10)
    .map(([word, value]) => [`${word} `, value * 100] as const),
].flatMap(([head, value]) => ['cent', 'cents'].map((word) => [head + word, value] as const));

export const frenchNumbers = createNumberReader({
  below100,
  hundreds,
  thousand: 'mille',
  thousands: ['mille', 'mil', 'milles'],
  scales: { million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9 },
  joiner: '',
  ordinals,
  ordinalSuffixes: 'er re ere e eme ieme nd nde d',
});
