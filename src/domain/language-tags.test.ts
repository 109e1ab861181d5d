import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsLanguage, isLanguageTag, whyNotHeard, whyNotSpoken } from './language-tags.ts';

describe('a language tag', () => {
  it.each(['en', 'en-US', 'EN-us', 'sr-Latn-RS', 'es-419', 'yue', 'de-CH-1996', 'en-x-clinic'])(
    'may be %s',
    (text) => expect(isLanguageTag(text)).toBe(true),
  );

  it.each(['', 'e', 'english!', 'en_US', 'en-', '-US', '*', 'en US'])('is not "%s"', (text) =>
    expect(isLanguageTag(text)).toBe(false),
  );
});

describe('a wanted language', () => {
  it.each([
    ['en-US', ['en-US']],
    ['en-AU', ['en-US']],
    ['en', ['de-DE', 'en-GB']],
    ['EN-au', ['en-us']],
    ['zh-Hant-TW', ['zh']],
    ['xx', undefined],
  ])('%s fits %j', (wanted, offered) => expect(fitsLanguage(wanted, offered)).toBe(true));

  it.each([
    ['es-MX', ['en-US', 'en-GB']],
    ['eng', ['en-US']],
    ['e', ['en-US']],
    ['de-US', ['en-US']],
    ['en', []],
  ])('%s does not fit %j', (wanted, offered) => expect(fitsLanguage(wanted, offered)).toBe(false));

  const primary = fc.stringMatching(/^[a-z]{2,3}$/);
  const rest = fc.stringMatching(/^(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/);
  const letters = fc.boolean();
  const tag = fc
    .tuple(primary, rest, letters)
    .map(([language, more, isUpper]) => (isUpper ? `${language}${more}`.toUpperCase() : language + more));

  it('fits by its primary subtag, whatever follows and however it is written', () => {
    fc.assert(
      fc.property(primary, rest, rest, fc.array(tag), (language, one, other, more) => {
        expect(fitsLanguage(language + one, [...more, (language + other).toUpperCase()])).toBe(true);
      }),
    );
  });

  it('fits none of another primary subtag', () => {
    fc.assert(
      fc.property(tag, fc.array(tag), (wanted, offered) => {
        const [language] = wanted.toLowerCase().split('-');
        const others = offered.filter((one) => one.toLowerCase().split('-')[0] !== language);
        expect(fitsLanguage(wanted, others)).toBe(false);
      }),
    );
  });
});

describe('the sentence about a language', () => {
  it('tells what there is', () => {
    expect(whyNotHeard('builtin', ['en-US', 'en-GB'], 'es-MX')).toBe(
      'The speech-to-text provider "builtin" understands en-US and en-GB, not es-MX.',
    );
    expect(whyNotHeard('one', ['en-US', 'en-GB', 'de-DE'], 'es')).toContain(
      'en-US, en-GB and de-DE, not es.',
    );
    expect(whyNotSpoken('rms', ['en-US'], 'es-MX')).toBe('The voice "rms" speaks en-US, not es-MX.');
  });

  it('is not needed where it fits, or nobody knows', () => {
    expect(whyNotHeard('builtin', ['en-US'], 'en-AU')).toBeUndefined();
    expect(whyNotHeard('any', undefined, 'es')).toBeUndefined();
    expect(whyNotSpoken('rms', ['en-US'], 'en')).toBeUndefined();
    expect(whyNotSpoken('other', undefined, 'es')).toBeUndefined();
  });
});
