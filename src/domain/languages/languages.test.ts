import { describe, expect, it } from 'vitest';
import { allLanguages, findLanguage } from './languages.ts';

describe('findLanguage', () => {
  it.each([
    ['de-DE', 'de'],
    ['PT-br', 'pt'],
    ['en', 'en'],
    ['nl-BE', 'nl'],
    ['ja-JP', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('finds %s by its primary subtag', (tag, expected) => {
    expect(findLanguage(tag)?.tag).toBe(expected);
  });

  it('has each language under its own tag', () => {
    for (const language of allLanguages) expect(findLanguage(language.tag)).toBe(language);
  });
});

describe('words', () => {
  it.each([
    ['de', 'Äh, am fünften Dezember um 14.30 Uhr, bitte!', 'am fuenften dezember um 14.30 uhr'],
    ['fr', "D'accord, aujourd’hui à 14h30 s'il vous plaît.", 'd accord aujourdhui à 14h30'],
    ['es', 'Sí, si puedo, a las 3,5 por favor', 'sí si puedo a las 3,5'],
    ['pt', 'É amanhã às dez, não?', 'é amanha às dez nao'],
    ['it', "Sì, è l'appuntamento di lunedì", 'sì è l appuntamento di lunedi'],
    ['nl', 'Eén persoon, alstublieft', 'een persoon'],
    ['en', "I'd like 1,200 at 3 p.m., please", 'i would like 1200 at 3 pm'],
  ])('splits %s', (tag, text, expected) => {
    expect(findLanguage(tag)!.words.contentWordsOf(text).join(' ')).toBe(expected);
  });
});
