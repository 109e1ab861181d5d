import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keywordOf } from '../conversations/keyword.ts';
import { examplesIn } from '../understanding/corpus/corpus.ts';
import { allLanguages } from './languages.ts';
import type { Language, LanguageTag } from './language.ts';
import { detectOptOut as detectInAnyLanguage, universalIntentIn } from './opt-out.ts';

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

/** Texts of ordinary answers: every corpus of a language but those of requests, and the requests other than opt-outs. */
const ordinaryAnswers = (tag: LanguageTag): string[] => [
  ...readdirSync(folderOf(tag))
    .filter((file) => file.endsWith('.tsv') && !/^(?:requests|written-stops|held-out)\./.test(file))
    .flatMap((file) => corpusOf(tag, file))
    // A line that starts with an equals sign is the name of a choice.
    .flatMap(({ text }) => (text.startsWith('= ') ? [] : [text])),
  ...corpusOf(tag, 'requests.tsv').flatMap(({ text, expected }) => (expected === 'opt_out' ? [] : [text])),
];

const otherLanguageThan = (tag: LanguageTag): Language => allLanguages.find((other) => other.tag !== tag)!;

describe.each(allLanguages)('$name', (language) => {
  const { tag, requests } = language;

  it('understands requests and opt-outs', () => {
    const resultOf = (text: string) =>
      requests.detectOptOut(text, 0.9) === undefined ? (requests.requestIn(text) ?? '-') : 'opt_out';
    expect(missesOf(tag, 'requests.tsv', resultOf)).toEqual([]);
  });

  it('understands written stops', () => {
    expect(missesOf(tag, 'written-stops.tsv', (text) => keywordOf(text) ?? '-')).toEqual([]);
  });

  it('takes no ordinary answer for an opt-out of any language', () => {
    const found = ordinaryAnswers(tag).filter(
      (text) => detectInAnyLanguage(text, 1, language) !== undefined || isMessageOptOut(text),
    );
    expect(found).toEqual([]);
  });

  it('hears opt-outs in a call of another language', () => {
    const missed = corpusOf(tag, 'requests.tsv').filter(
      ({ text, expected }) =>
        expected === 'opt_out' && universalIntentIn(text, otherLanguageThan(tag)) !== 'opt_out',
    );
    expect(missed).toEqual([]);
  });
});

/** Answers of the English corpora that are opt-outs. */
const answersThatOptOut: ReadonlySet<string> = new Set([
  'stop texting me',
  'ok please remove me from the list',
]);

it.each(['yes-no', 'numbers', 'dates'])(
  'takes no answer of the English corpus of %s for an opt-out',
  (kind) => {
    const [english] = allLanguages;
    const texts = ['grammar', 'everyday', 'later', 'unseen'].flatMap((part) =>
      examplesIn(`${kind}.${part}.txt`),
    );
    const found = texts.filter(
      ({ text }) => !answersThatOptOut.has(text) && detectInAnyLanguage(text, 1, english!) !== undefined,
    );
    expect(found).toEqual([]);
  },
);
