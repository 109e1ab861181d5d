import { describe, expect, it } from 'vitest';
import { keywordOf } from './keyword.ts';
import { keywordText } from './keyword-texts.ts';

const sender = 'Oak Street Clinic';

describe('keywordText', () => {
  it.each(['en-US', 'es-MX', 'fr', 'de-DE', 'pt-BR', 'it', 'nl-NL'])(
    'answers each keyword in %s',
    (language) => {
      const texts = (['stop', 'start', 'help'] as const).map((keyword) =>
        keywordText(keyword, language, { sender }),
      );
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

  it('is English for other languages', () => {
    expect(keywordText('help', 'xx', { sender })).toBe(keywordText('help', 'en', { sender }));
  });
});
