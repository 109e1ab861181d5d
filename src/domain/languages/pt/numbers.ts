import {
  createNumberReader,
  spellingsFrom,
  type NumberSpellings,
} from '../../understanding/number-reader.ts';

/** With the spellings of Brazil and Portugal. */
const units =
  'zero,um|uma|hum,dois|duas,tres,quatro,cinco,seis,sete,oito,nove,dez,onze,doze,treze,catorze|quatorze,quinze,dezesseis|dezasseis|dez e seis,dezessete|dezassete|dez e sete,dezoito|dez e oito,dezenove|dezanove|dez e nove'.split(
    ',',
  );
const tens = ',,vinte,trinta,quarenta,cinquenta|cincoenta,sessenta,setenta,oitenta,noventa'.split(',');

const below20 = spellingsFrom(units);
const compounds: NumberSpellings = spellingsFrom(tens, 10).flatMap(([ten, value]) =>
  below20
    .filter(([, unit]) => unit > 0 && unit < 10)
    .map(([word, unit]) => [`${ten} e ${word}`, value + unit] as const),
);

const ordinalUnits = ',primeiro,segundo,terceiro,quarto,quinto,sexto,setimo|septimo,oitavo,nono'.split(',');
const masculineOrdinals: NumberSpellings = [
  ...spellingsFrom(ordinalUnits),
  ...['decimo', 'vigesimo', 'trigesimo'].flatMap((ten, index) => [
    [ten, (index + 1) * 10] as const,
    ...spellingsFrom(ordinalUnits).map(
      ([word, value]) => [`${ten} ${word}`, (index + 1) * 10 + value] as const,
    ),
  ]),
];

/** 100 to 900. */
const hundredWords =
  ',cem|cento,duzentos,trezentos,quatrocentos,quinhentos,seiscentos,setecentos,oitocentos,novecentos'.split(
    ',',
  );
const hundreds = spellingsFrom(hundredWords, 100);

export const portugueseNumbers = createNumberReader({
  below100: [...below20, ...spellingsFrom(tens, 10), ...compounds],
  hundreds: [...hundreds, ...hundreds.map(([word, value]) => [word.replace(/os$/, 'as'), value] as const)],
  thousand: 'mil',
  thousands: ['mil'],
  scales: { milhao: 1e6, milhoes: 1e6, bilhao: 1e9, bilhoes: 1e9 },
  joiner: 'e',
  ordinals: [
    ...masculineOrdinals,
    ...masculineOrdinals.map(([word, value]) => [word.replaceAll(/o(?= |$)/g, 'a'), value] as const),
  ],
  ordinalSuffixes: 'º ª',
});
