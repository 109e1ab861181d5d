import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keywordOf } from '../conversations/keyword.ts';
import { allLanguages } from './languages.ts';
import type { LanguageTag } from './language.ts';

const folderOf = (tag: LanguageTag): string => `${import.meta.dirname}/${tag}/testing`;

/** Returns the lines of a corpus: text with `\n` for a line break, tab, expected result; `-` for none. */
function corpusOf(tag: LanguageTag, file: string): { text: string; expected: string }[] {
  return readFileSync(`${folderOf(tag)}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [text = '', expected = ''] = line.split('\t');
      return { text: text.replaceAll(String.raw`\n`, '\n'), expected };
    });
}

const missesOf = (
  tag: LanguageTag,
  file: string,
  resultOf: (text: string) => string,
): { text: string; expected: string; result: string }[] =>
  corpusOf(tag, file)
    .map(({ text, expected }) => ({ text, expected, result: resultOf(text) }))
    .filter(({ expected, result }) => result !== expected);

const isMessageOptOut = (text: string): boolean =>
  allLanguages.some(({ requests }) => requests.isMessageOptOut(text));

describe.each(allLanguages)('$name', ({ tag, requests: { detectOptOut, requestIn } }) => {
  it('understands requests and opt-outs', () => {
    const resultOf = (text: string) =>
      detectOptOut(text, 0.9) === undefined ? (requestIn(text) ?? '-') : 'opt_out';
    expect(missesOf(tag, 'requests.tsv', resultOf)).toEqual([]);
  });

  it('understands written stops', () => {
    expect(missesOf(tag, 'written-stops.tsv', (text) => keywordOf(text) ?? '-')).toEqual([]);
  });

  it('takes no ordinary answer for an opt-out', () => {
    const files = readdirSync(folderOf(tag)).filter(
      (file) => file.endsWith('.tsv') && file !== 'requests.tsv' && file !== 'written-stops.tsv',
    );
    const found = files.flatMap((file) =>
      // A line that starts with an equals sign is the name of a choice.
      corpusOf(tag, file).flatMap(({ text }) =>
        text.startsWith('= ') || (detectOptOut(text, 1) === undefined && !isMessageOptOut(text))
          ? []
          : [text],
      ),
    );
    expect(found).toEqual([]);
  });
});
