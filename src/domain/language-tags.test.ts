import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportsLanguage, transcriberLanguageError, voiceLanguageError } from './language-tags.ts';

describe('supportsLanguage', () => {
  it.each([
    ['en-US', ['en-US']],
    ['en-AU', ['en-US']],
    ['en', ['de-DE', 'en-GB']],
    ['EN-au', ['en-us']],
    ['zh-Hant-TW', ['zh']],
    ['xx', undefined],
  ])('matches %s with %j', (wanted, offered) => expect(supportsLanguage(wanted, offered)).toBe(true));

  it.each([
    ['es-MX', ['en-US', 'en-GB']],
    ['eng', ['en-US']],
    ['e', ['en-US']],
    ['de-US', ['en-US']],
    ['en', []],
  ])('does not match %s with %j', (wanted, offered) => expect(supportsLanguage(wanted, offered)).toBe(false));

  const primary = fc.stringMatching(/^[a-z]{2,3}$/);
  const rest = fc.stringMatching(/^(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/);
  const letters = fc.boolean();
  const tag = fc
    .tuple(primary, rest, letters)
    .map(([language, more, isUpper]) => (isUpper ? `${language}${more}`.toUpperCase() : language + more));

  it('matches by the primary subtag in any case', () => {
    fc.assert(
      fc.property(primary, rest, rest, fc.array(tag), (language, one, other, more) => {
        expect(supportsLanguage(language + one, [...more, (language + other).toUpperCase()])).toBe(true);
      }),
    );
  });

  it('does not match another primary subtag', () => {
    fc.assert(
      fc.property(tag, fc.array(tag), (wanted, offered) => {
        const [language] = wanted.toLowerCase().split('-');
        const others = offered.filter((one) => one.toLowerCase().split('-')[0] !== language);
        expect(supportsLanguage(wanted, others)).toBe(false);
      }),
    );
  });
});

describe('transcriberLanguageError and voiceLanguageError', () => {
  it('list the supported languages', () => {
    expect(transcriberLanguageError('builtin', ['en-US', 'en-GB'], 'es-MX')).toBe(
      'The speech-to-text provider "builtin" understands en-US and en-GB, not es-MX.',
    );
    expect(transcriberLanguageError('one', ['en-US', 'en-GB', 'de-DE'], 'es')).toContain(
      'en-US, en-GB and de-DE, not es.',
    );
    expect(voiceLanguageError('rms', ['en-US'], 'es-MX')).toBe('The voice "rms" speaks en-US, not es-MX.');
  });

  it('are undefined if the language matches or the supported languages are unknown', () => {
    expect(transcriberLanguageError('builtin', ['en-US'], 'en-AU')).toBeUndefined();
    expect(transcriberLanguageError('any', undefined, 'es')).toBeUndefined();
    expect(voiceLanguageError('rms', ['en-US'], 'en')).toBeUndefined();
    expect(voiceLanguageError('other', undefined, 'es')).toBeUndefined();
  });
});
