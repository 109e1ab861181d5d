import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from './language.ts';
import { allLanguages, findLanguage } from './languages.ts';
import type { Choice } from '../understanding/choices.ts';

interface Line {
  readonly text: string;
  readonly expected: string;
  readonly choices: readonly Choice[];
}

/**
 * Lines of a corpus: a text, a tab, and what it must be understood as; `?` if it must be asked again. Lines that start with "= " are the choices of the lines
 * after them, with their phrases.
 */
function linesOf(tag: string, kind: string): Line[] {
  const file = new URL(`${tag}/testing/${kind}.tsv`, import.meta.url);
  const lines: Line[] = [];
  let choices: Choice[] = [];
  let isInList = false;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [text = '', expected = ''] = line.split('\t');
    if (text.startsWith('= ')) {
      choices = [...(isInList ? choices : []), { value: text.slice(2), phrases: expected.split('|') }];
      isInList = true;
    } else if (line !== '') {
      lines.push({ text, expected, choices });
      isInList = false;
    }
  }
  return lines;
}

type Read = (language: Language, text: string, choices: readonly Choice[]) => string | undefined;

const kinds: Readonly<Record<string, Read>> = {
  numbers: (language, text) => language.parseNumber(text)?.value.toString(),
  digits: (language, text) => language.parseDigits(text)?.digits,
  choices: (language, text, choices) => language.parseChoice(text, choices)?.value,
};

/** The numbers of English are in `understanding/corpus`. */
const kindsOf = ({ tag }: Language): [string, Read][] =>
  Object.entries(kinds).filter(([kind]) => tag !== 'en' || kind !== 'numbers');

describe.each(allLanguages)('the answers in $name', (language) => {
  it.each(kindsOf(language))('are understood as %s', (kind, read) => {
    const missed = linesOf(language.tag, kind)
      .map((line) => ({ ...line, value: read(language, line.text, line.choices) ?? '?' }))
      .filter(({ expected, value }) => value !== expected);
    expect(missed).toEqual([]);
  });

  it.each(kindsOf(language))(
    'are never other %s in capitals, with a full stop or with an emoji',
    (kind, read) => {
      const changed = linesOf(language.tag, kind).flatMap(({ text, expected, choices }) =>
        [text.toUpperCase(), `${text}.`, `${text} 😊`]
          .map((variant) => ({ variant, expected, value: read(language, variant, choices) ?? '?' }))
          .filter(({ value }) => value !== '?' && value !== expected),
      );
      expect(changed).toEqual([]);
    },
  );
});

it.each([
  ['de', 'nein'],
  ['es', 'no'],
  ['fr', 'non'],
  ['it', 'no, no'],
])('a no of %s can be a choice: %j', (tag, text) => {
  const choices = [
    { value: 'yes', phrases: ['ja', 'sí', 'oui', 'sì'] },
    { value: 'no', phrases: ['nein', 'no', 'non'] },
  ];
  expect(findLanguage(tag)!.parseChoice(text, choices)?.value).toBe('no');
});

it('parsers of all languages never throw, and are fast for any text', () => {
  const words = ['no ', 'un ', 'ein ', 'minus ', 'cent ', 'vingt ', 'e ', 'y ', '1 ', 'double ', 'zwei und '];
  const hostile = words.map((word) => word.repeat(400));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile)), (text) => {
      for (const language of allLanguages) {
        language.parseDigits(text);
        language.parseChoice(text, [{ value: 'a', phrases: [text] }]);
        expect(language.parseNumber(text)?.value ?? 0).toBeTypeOf('number');
      }
    }),
    { numRuns: 30 },
  );
});

it.each([
  [
    'de',
    ['dreizehn', 'dreißig', 'der sechzehnte', 'zwei', 'um 13:30', 'Juni'],
    ['fünf', 'zwanzig', '130', 'Freitag'],
  ],
  ['nl', ['dertien', 'tachtig', 'zeven', 'veertiende', '13'], ['twaalf', 'vijf', '12']],
  ['fr', ['six', 'dix', 'treize', 'juillet', '16'], ['vingt', 'cinq', '60']],
  ['es', ['sesenta y dos', 'doce', 'junio', '67'], ['cuatro', 'viernes', '80']],
  ['pt', ['seis', 'meia', 'setenta e um', '3'], ['quatro', 'cinco', '40']],
  ['it', ['sessantadue', 'sei', 'luglio', '67'], ['quattro', 'venti', '20']],
])('words of %s that are easily misheard are known', (tag, misheard, clear) => {
  const { isEasilyMisheard } = findLanguage(tag)!;
  expect([...misheard, ...clear].filter((text) => isEasilyMisheard(text))).toEqual(misheard);
});
