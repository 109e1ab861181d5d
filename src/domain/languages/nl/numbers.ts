import {
  createNumberReader,
  spellingsFrom,
  type NumberSpellings,
} from '../../understanding/number-reader.ts';

const units =
  'nul,een|ene,twee,drie,vier,vijf,zes,zeven|zeuven,acht,negen,tien,elf,twaalf,dertien,veertien,vijftien,zestien,zeventien|zeuventien,achttien|achtien,negentien'.split(
    ',',
  );
const tens = ',,twintig,dertig,veertig,vijftig,zestig,zeventig|zeuventig,tachtig,negentig'.split(',');

const below20 = spellingsFrom(units);
const compounds: NumberSpellings = spellingsFrom(tens, 10).flatMap(([ten, value]) =>
  below20
    .filter(([, unit]) => unit > 0 && unit < 10)
    .map(([word, unit]) => [`${word} en ${ten}`, value + unit] as const),
);
export const below100: NumberSpellings = [...below20, ...spellingsFrom(tens, 10), ...compounds];

const irregularOrdinals = new Map([
  [1, 'eerste'],
  [3, 'derde'],
  [8, 'achtste'],
]);
const ordinals: NumberSpellings = [
  ...[...irregularOrdinals].map(([value, word]) => [word, value] as const),
  ...below100
    .filter(([, value]) => value > 0 && !irregularOrdinals.has(value))
    .map(([word, value]) => [word + (value < 20 ? 'de' : 'ste'), value] as const),
];

/** "Tweehonderd", and up to 9900: "vijfentwintighonderd", "negentienhonderd". */
const hundreds: NumberSpellings = [
  ['honderd', 100],
  ...below100
    .filter(([, value]) => value % 10 !== 0)
    .map(([word, value]) => [`${word} honderd`, value * 100] as const),
];

export const dutchNumbers = createNumberReader({
  below100,
  hundreds,
  thousand: 'duizend',
  thousands: ['duizend'],
  scales: { miljoen: 1e6, miljoenen: 1e6, mln: 1e6, miljard: 1e9, mld: 1e9 },
  joiner: 'en',
  ordinals,
  ordinalSuffixes: 'e de ste',
});
