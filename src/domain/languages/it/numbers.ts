import {
  createNumberReader,
  spellingsFrom,
  type NumberSpellings,
} from '../../understanding/number-reader.ts';

const units =
  'zero,un|uno|una,due,tre,quattro,cinque,sei,sette,otto,nove,dieci,undici,dodici,tredici,quattordici,quindici,sedici,diciassette|dicias sette,diciotto,diciannove'.split(
    ',',
  );
const tens = ',,venti,trenta,quaranta,cinquanta,sessanta,settanta,ottanta,novanta'.split(',');

const below20 = spellingsFrom(units);
/** "Venti due"; the vowel of the tens is omitted before "uno" and "otto". */
const compounds: NumberSpellings = spellingsFrom(tens, 10).flatMap(([ten, value]) =>
  below20
    .filter(([, unit]) => unit > 0 && unit < 10)
    .flatMap(([word, unit]) =>
      [`${ten} ${word}`, ...(unit === 1 || unit === 8 ? [`${ten.slice(0, -1)} ${word}`] : [])].map(
        (spelling) => [spelling, value + unit] as const,
      ),
    ),
);
const below100: NumberSpellings = [...below20, ...spellingsFrom(tens, 10), ...compounds];

const fullHundreds: NumberSpellings = [
  ['cento', 100],
  ...below20
    .filter(([, value]) => value > 1 && value < 10)
    .map(([word, value]) => [`${word} cento`, value * 100] as const),
];
/** "Centotto", "centottanta", "centuno". */
const elidedHundreds: NumberSpellings = fullHundreds.flatMap(([hundred, value]) =>
  below100
    .filter(([word]) => /^(?:ott|uno)/.test(word))
    .map(([word, rest]) => [`${hundred.slice(0, -1)}${word}`, value + rest] as const),
);

const ordinalUnits = ',primo,secondo,terzo,quarto,quinto,sesto,settimo,ottavo,nono,decimo'.split(',');
/** "Ventesimo"; the vowel of "tre" and "sei" is kept: "ventitreesimo". */
const masculineOrdinals: NumberSpellings = [
  ...spellingsFrom(ordinalUnits),
  ...below100
    .filter(([, value]) => value > 10)
    .flatMap(([word, value]) =>
      [`${word}esimo`, `${word.slice(0, -1)}esimo`].map((spelling) => [spelling, value] as const),
    ),
];

export const italianNumbers = createNumberReader({
  below100,
  hundreds: [...fullHundreds, ...elidedHundreds],
  thousand: 'mille',
  thousands: ['mila', 'mille'],
  scales: { milione: 1e6, milioni: 1e6, miliardo: 1e9, miliardi: 1e9 },
  joiner: 'e',
  ordinals: [
    ...masculineOrdinals,
    ...masculineOrdinals.map(([word, value]) => [word.replace(/o$/, 'a'), value] as const),
  ],
  ordinalSuffixes: 'º ª',
});
