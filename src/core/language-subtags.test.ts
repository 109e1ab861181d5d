import { expect, it } from 'vitest';
import { primarySubtag, regionSubtag } from './language-subtags.ts';

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
