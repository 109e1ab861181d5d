import {
  createNumberReader,
  spellingsFrom,
  type NumberSpellings,
} from '../../understanding/number-reader.ts';

const units =
  'cero,un|uno|una,dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,once,doce,trece,catorce,quince,dieci seis|diez y seis,dieci siete|diez y siete,dieci ocho|diez y ocho,dieci nueve|diez y nueve'.split(
    ',',
  );
const tens = ',,veinte,treinta,cuarenta,cincuenta,sesenta,setenta,ochenta,noventa'.split(',');

const below20 = spellingsFrom(units);
const compounds: NumberSpellings = spellingsFrom(tens, 10).flatMap(([ten, value]) =>
  below20
    .filter(([, unit]) => unit > 0 && unit < 10)
    .flatMap(([word, unit]) => {
      const heads = value === 20 ? ['veinti ', 'veinte y '] : [`${ten} y `, `${ten} i `];
      return heads.map((head) => [head + word, value + unit] as const);
    }),
);

const ordinalUnits =
  ',primero|primer,segundo,tercero|tercer,cuarto,quinto,sexto,septimo|setimo,octavo,noveno,decimo,undecimo,duodecimo'.split(
    ',',
  );
const masculineOrdinals: NumberSpellings = [
  ...spellingsFrom(ordinalUnits),
  ...['decimo', 'vigesimo', 'trigesimo'].flatMap((ten, index) => [
    [ten, (index + 1) * 10] as const,
    ...spellingsFrom(ordinalUnits.slice(0, 10)).map(
      ([word, value]) => [`${ten} ${word}`, (index + 1) * 10 + value] as const,
    ),
  ]),
];

/** 100 to 900. */
const hundredWords =
  ',cien|ciento,dos cientos,tres cientos,cuatro cientos,quinientos|cinco cientos,seis cientos,setecientos|siete cientos,ocho cientos,novecientos|nueve cientos'.split(
    ',',
  );
const hundreds = spellingsFrom(hundredWords, 100);

export const spanishNumbers = createNumberReader({
  below100: [...below20, ...spellingsFrom(tens, 10), ...compounds],
  hundreds: [...hundreds, ...hundreds.map(([word, value]) => [word.replace(/os$/, 'as'), value] as const)],
  thousand: 'mil',
  thousands: ['mil'],
  scales: { millon: 1e6, millones: 1e6 },
  joiner: '',
  ordinals: [
    ...masculineOrdinals,
    ...masculineOrdinals.map(([word, value]) => [word.replaceAll(/o(?= |$)/g, 'a'), value] as const),
  ],
  ordinalSuffixes: 'º ª er ero era',
  hasCommaGroups: true,
});
