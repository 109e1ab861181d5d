import * as dutch from 'n2words/nl-NL';
import * as french from 'n2words/fr-FR';
import * as german from 'n2words/de-DE';
import * as italian from 'n2words/it-IT';
import * as portuguese from 'n2words/pt-PT';
import * as spanish from 'n2words/es-ES';
import { describe, expect, it } from 'vitest';
import { findLanguage } from '../languages/languages.ts';

const spellers = { es: spanish, fr: french, de: german, pt: portuguese, it: italian, nl: dutch };

describe.each(Object.entries(spellers))('the numbers of %s', (tag, { toCardinal, toOrdinal }) => {
  const { words, numbers } = findLanguage(tag)!;
  const whole = (read: typeof numbers.readCardinal, text: string): number | undefined => {
    const list = words.contentWordsOf(text);
    const reading = read(list, 0);
    return reading?.next === list.length ? reading.value : undefined;
  };

  it('are read as another implementation writes them, up to 1,999 and above', () => {
    const above = [2000, 2026, 2101, 7654, 10_000, 31_415, 99_999, 100_001, 245_678, 999_999];
    const values = [...Array(2000).keys(), ...above, 1_000_000, 2_000_001, 3_450_120, 5_000_000_000];
    const missed = values
      .map((value) => ({ value, text: toCardinal(value) }))
      .filter(({ value, text }) => whole(numbers.readCardinal, text) !== value);
    expect(missed).toEqual([]);
  });

  it('are read if all words are apart or together', () => {
    const missed = [...Array(1000).keys()]
      .map((value) => ({ value, text: toCardinal(value) }))
      .filter(({ value, text }) => whole(numbers.readCardinal, text.replaceAll(/[\s-]/g, '')) !== value);
    expect(missed).toEqual([]);
  });

  it('have ordinals from 1 to 31', () => {
    const missed = [...Array(31).keys()]
      .map((day) => ({ value: day + 1, text: toOrdinal(day + 1) }))
      .filter(({ value, text }) => whole(numbers.readOrdinal, text) !== value);
    expect(missed).toEqual([]);
  });
});

it.each([
  ['de', 'zwei hundert fünf und vierzig', 245],
  ['de', 'zwo', 2],
  ['de', 'sechszehn', 16],
  ['de', 'neunzehnhundertneunundneunzig', 1999],
  ['de', 'zweitausendsechsundzwanzig', 2026],
  ['de', 'drei zehn', undefined],
  ['de', 'eine Million zweihunderttausend', 1_200_000],
  ['es', 'veinti uno', 21],
  ['es', 'veintiún mil', 21_000],
  ['es', 'doscientas', 200],
  ['es', 'diez y seis', 16],
  ['es', 'mil millones', 1e9],
  ['fr', 'quatre vingt dix sept', 97],
  ['fr', 'septante et un', 71],
  ['fr', 'huitante-deux', 82],
  ['fr', 'dix-neuf cent quatre-vingt-dix-neuf', 1999],
  ['pt', 'dezasseis', 16],
  ['pt', 'dezesseis', 16],
  ['pt', 'duzentas e duas', 202],
  ['pt', 'dois mil e vinte e seis', 2026],
  ['it', "vent'uno", 21],
  ['it', 'centottanta', 180],
  ['it', 'duemila ventisei', 2026],
  ['nl', 'drie en twintig', 23],
  ['nl', 'vijf tien', undefined],
  ['nl', 'vijfentwintighonderd', 2500],
  ['de', '1.200', 1200],
  ['de', '3,5', 3.5],
  ['de', '1,200', undefined],
  ['de', '14.30', undefined],
  ['es', '1,200', 1200],
  ['es', '1,200.50', 1200.5],
  ['nl', '1.200,50', 1200.5],
])('in %s, %j is %d', (tag, text, expected) => {
  const { words, numbers } = findLanguage(tag)!;
  const list = words.contentWordsOf(text);
  const reading = numbers.readCardinal(list, 0);
  expect(reading?.next === list.length ? reading.value : undefined).toBe(expected);
});

it.each([
  ['de', 'dritten', 3],
  ['de', 'einundzwanzigster', 21],
  ['de', '3ten', 3],
  ['fr', '1er', 1],
  ['fr', 'seconde', 2],
  ['es', 'tercera', 3],
  ['es', '2ª', 2],
  ['pt', 'décima primeira', 11],
  ['it', 'ventitreesima', 23],
  ['nl', '8ste', 8],
])('in %s, %j is the ordinal %d', (tag, text, expected) => {
  const { words, numbers } = findLanguage(tag)!;
  expect(numbers.readOrdinal(words.contentWordsOf(text), 0)?.value).toBe(expected);
});
