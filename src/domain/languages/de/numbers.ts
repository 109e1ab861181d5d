import {
  createNumberReader,
  spellingsFrom,
  type NumberSpellings,
} from '../../understanding/number-reader.ts';

const units =
  'null|nul,ein|eins|eine|einen|einem|einer|eines,zwei|zwo|zwoa|zweie,drei|dreie,vier|viere,fuenf|funf|fuenfe,sechs|sechse,sieben|siebene,acht,neun|neune,zehn|zehne,elf|elfe,zwoelf|zwolf|zwoelfe,dreizehn,vierzehn,fuenfzehn|funfzehn,sechzehn|sechszehn,siebzehn|siebenzehn,achtzehn,neunzehn'.split(
    ',',
  );
/** The units before "und", "hundert" and "tausend". */
const combined = ['', 'ein', 'zwei|zwo', 'drei', 'vier', 'fuenf|funf', 'sechs', 'sieben', 'acht', 'neun'];
const tens =
  ',,zwanzig,dreissig|dreisig,vierzig,fuenfzig|funfzig,sechzig|sechszig,siebzig|siebenzig,achtzig,neunzig'.split(
    ',',
  );

const compounds: NumberSpellings = spellingsFrom(tens, 10).flatMap(([ten, value]) =>
  spellingsFrom(combined).map(([unit, one]) => [`${unit} und ${ten}`, value + one] as const),
);
const below20 = spellingsFrom(units);
export const below100: NumberSpellings = [...below20, ...spellingsFrom(tens, 10), ...compounds];

const irregularOrdinals =
  ',erst,zweit|zwot,dritt,viert,fuenft|funft,sechst,siebt|siebent,acht,neunt,zehnt,elft,zwoelft|zwolft'.split(
    ',',
  );
const ordinals: NumberSpellings = [
  ...spellingsFrom(irregularOrdinals),
  ...below20.filter(([, value]) => value > 12).map(([word, value]) => [`${word}t`, value] as const),
  ...below100.filter(([, value]) => value >= 20).map(([word, value]) => [`${word}st`, value] as const),
].flatMap(([stem, value]) => ['e', 'en', 'er', 'es', 'em'].map((ending) => [stem + ending, value] as const));

/** "Zweihundert", and the centuries of years: "neunzehnhundert". */
const hundreds: NumberSpellings = [
  ['hundert', 100],
  ...spellingsFrom(combined).map(([unit, value]) => [`${unit} hundert`, value * 100] as const),
  ...below20
    .filter(([, value]) => value > 10)
    .map(([word, value]) => [`${word} hundert`, value * 100] as const),
];

export const germanNumbers = createNumberReader({
  below100,
  hundreds,
  thousand: 'tausend',
  thousands: ['tausend'],
  scales: { million: 1e6, millionen: 1e6, mio: 1e6, milliarde: 1e9, milliarden: 1e9 },
  joiner: 'und',
  ordinals,
  ordinalSuffixes: 'te ten ter tes tem ste sten ster stes',
});
