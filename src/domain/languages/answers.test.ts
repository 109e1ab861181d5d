import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';

/** Lines of a corpus: a text, a tab, and what it must be understood as; `?` if it must be asked again. */
function linesOf(tag: string, kind: string): { text: string; expected: string }[] {
  const file = new URL(`${tag}/testing/${kind}.tsv`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [text = '', expected = ''] = line.split('\t');
      return { text, expected };
    });
}

const kinds: Readonly<Record<string, (language: Language, text: string) => string | undefined>> = {
  numbers: (language, text) => language.parseNumber(text)?.value.toString(),
  digits: (language, text) => language.parseDigits(text)?.digits,
};

describe.each(allLanguages.filter(({ tag }) => tag !== 'en'))('the answers in $name', (language) => {
  it.each(Object.entries(kinds))('are understood as %s', (kind, read) => {
    const missed = linesOf(language.tag, kind)
      .map((line) => ({ ...line, value: read(language, line.text) ?? '?' }))
      .filter(({ expected, value }) => value !== expected);
    expect(missed).toEqual([]);
  });

  it.each(Object.entries(kinds))(
    'are never other %s in capitals, with a full stop or with an emoji',
    (kind, read) => {
      const changed = linesOf(language.tag, kind).flatMap(({ text, expected }) =>
        [text.toUpperCase(), `${text}.`, `${text} 😊`]
          .map((variant) => ({ variant, expected, value: read(language, variant) ?? '?' }))
          .filter(({ value }) => value !== '?' && value !== expected),
      );
      expect(changed).toEqual([]);
    },
  );
});
