import { describe, expect, it } from 'vitest';
import { keywordOf } from '../conversations/keyword.ts';
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

describe('sentences', () => {
  it.each(allLanguages.map((language) => [language.tag, language] as const))(
    'answers each keyword in %s in one SMS, and not with a keyword',
    (_tag, { sentences }) => {
      const sender = 'Oak Street Clinic';
      const { stop, start, help } = sentences.keywords;
      const texts = [stop(sender), start(sender), help(sender)];
      expect(new Set(texts).size).toBe(3);
      for (const text of texts) {
        expect(text).toContain(sender);
        expect(text.length).toBeLessThanOrEqual(153);
        expect(keywordOf(text)).toBeUndefined();
      }
      expect(texts[0]).toContain('START');
      expect(texts[1]).toContain('STOP');
      expect(texts[2]).toContain('STOP');
    },
  );

  it('has none of another language', () => {
    const textsOf = (value: unknown): string[] => {
      if (typeof value === 'string') return [value];
      return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
    };
    const all = allLanguages.flatMap(({ sentences }) => [...new Set(textsOf(sentences))]);
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
  });
});
