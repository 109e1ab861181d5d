import { describe, expect, it } from 'vitest';
import {
  isLanguageTag,
  languageTagAdvice,
  primarySubtag,
  regionSubtag,
  repeatedTag,
} from './language-subtags.ts';

it.each([
  ['de-CH', 'de', 'CH'],
  ['EN-us', 'en', 'US'],
  ['zh-Hans-CN', 'zh', 'CN'],
  ['de-DE-1996', 'de', 'DE'],
  ['fr', 'fr', undefined],
  ['es-419', 'es', undefined],
  ['', '', undefined],
])('reads the subtags of %s', (tag, primary, region) => {
  expect([primarySubtag(tag), regionSubtag(tag)]).toEqual([primary, region]);
});

describe('isLanguageTag', () => {
  it.each(['en', 'en-US', 'EN-us', 'sr-Latn-RS', 'es-419', 'yue', 'de-CH-1996', 'en-x-clinic', 'nb', 'fil'])(
    'accepts %s',
    (text) => expect(isLanguageTag(text)).toBe(true),
  );

  it.each(['', 'e', 'english!', 'en_US', 'en-', '-US', '*', 'en US', 'xx', 'xx-YY', 'german', 'und', 'qaa'])(
    'rejects "%s"',
    (text) => expect(isLanguageTag(text)).toBe(false),
  );
});

it.each([
  ['german', 'Write the BCP 47 language tag de, or one with a region such as de-DE.'],
  [' French ', 'Write the BCP 47 language tag fr, or one with a region such as fr-FR.'],
  ['xx-YY', 'Write a BCP 47 language tag such as en-US, with the code of a language that exists.'],
])('says what to write instead of "%s"', (text, advice) => {
  expect(languageTagAdvice(text)).toBe(advice);
});

it('finds a tag that is repeated in another case', () => {
  expect(repeatedTag(['de', 'en-US', 'EN-us'])).toBe('EN-us');
  expect(repeatedTag(['de', 'de-DE', 'en'])).toBeUndefined();
});
