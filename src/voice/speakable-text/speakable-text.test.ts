import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitClauses } from '../clauses.ts';
import { plainSpeech, speakableText } from './speakable-text.ts';
import { stripMarkup } from './strip-markup.ts';
import { readSpokenTexts } from './testing/spoken-texts.ts';

const table = readSpokenTexts();
const spoken = (text: string, tag: string) => speakableText(text, tag).text;

describe('the table of spoken texts', () => {
  it('has at least 40 texts in each of seven languages', () => {
    for (const language of ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl'])
      expect(table.filter(({ tag }) => tag.startsWith(language)).length).toBeGreaterThanOrEqual(40);
    expect(new Set(table.map(({ tag, text }) => `${tag} ${text}`)).size).toBe(table.length);
  });

  it.each(table)('has for $tag "$text" the text of a voice that needs words', (entry) => {
    const clauses = splitClauses(entry.text);
    expect(clauses).toEqual(entry.clauses.map((clause) => stripMarkup(clause)));
    expect(clauses.map((clause) => spoken(clause, entry.tag)).join(' ')).toBe(entry.spoken);
  });

  it('is unchanged for a voice that reads numbers itself, except markup and the schemes of URLs', () => {
    for (const { text } of table)
      for (const clause of splitClauses(text))
        expect(plainSpeech(clause).text).toBe(clause.replace('https://', '').replace(/\s+/g, ' '));
  });
});

const markup: readonly (readonly [text: string, plain: string])[] = [
  ['**Yes**, _really_: `now`', 'Yes, really: now'],
  ['# Hours\n- Monday: all day\n- Sunday: closed', 'Hours. Monday: all day. Sunday: closed'],
  ['| a | b |\n|---|---|\n| c | d |', 'a, b. c, d'],
  ['| a | b |\n :-- | --: \n| c | d |', 'a, b. c, d'],
  ['a  b\n--- ---\nc  d', 'a b. c d'],
  [`${'-'.repeat(400)} Menu`, `${'-'.repeat(400)} Menu`],
  ['[Our page](https://example.com/x) 😀👍🏽', 'Our page'],
  ['See https://example.com/x?y=1.', 'See example.com/x?y=1.'],
  ['*smiles warmly* Hello [laughs] there (pauses).', 'Hello there.'],
  ['I *really* mean it (really), [sic].', 'I really mean it (really), [sic].'],
  [
    'You can *ride the bus* or *ride*, press the *pause* button, and see both *types*.',
    'You can ride the bus or ride, press the pause button, and see both types.',
  ],
  ['*pause* Well. *ride* Certo, *long pause* yes.', 'Well. Certo, yes.'],
  ['(555) 0100 and (pause the video first)', '(555) 0100 and (pause the video first)'],
  ['One\u0007 two\u200b three\u202e.', 'One two three.'],
  ['Bien sûr ! 12,50 € « oui »', 'Bien sûr ! 12,50 € « oui »'],
];

describe('plainSpeech', () => {
  it.each(markup)('returns %j as %j', (text, plain) => {
    expect(plainSpeech(text).text).toBe(plain);
  });
});

describe('speakableText', () => {
  it.each([
    ['24/11/2026', 'November twenty fourth, twenty twenty six', 'en-US'],
    ['99/99/2026', '99/99/2026', 'en-US'],
    ['12345 points', '12345 points', 'en-US'],
    ['Call 911 now.', 'Call nine one one now.', 'en-US'],
    ['at 7:30am-8pm', 'at seven thirty AM to eight PM', 'en-US'],
    ['Pi is 3.14.', 'Pi is three point one four.', 'en-US'],
    ['**24** 時', '24 時', 'ja-JP'],
    ['See https://example.jp', 'See example.jp', 'ja-JP'],
  ])('speaks %j as %j', (text, words, tag) => {
    expect(spoken(text, tag)).toBe(words);
  });

  const languages = fc.constantFrom(
    'en-US',
    'en-GB',
    'es',
    'es-MX',
    'fr-CA',
    'de-AT',
    'pt-BR',
    'it',
    'nl-BE',
    'ja',
  );
  const pieces = fc.constantFrom(
    '$',
    '€',
    '1',
    '12',
    '2026',
    '0',
    '.',
    ',',
    '-',
    '/',
    ':',
    ' ',
    '\n',
    '*',
    '_',
    '#',
    '|',
    '@',
    '+',
    'a',
    'Dr.',
    'no.',
    'PM',
    '%',
    '`',
    '(',
    ')',
    '½',
    '٣',
    '１',
    '😀',
    'https://',
    'x.com',
    'º',
    'st',
    '5.',
    'Mai',
    'h',
    'kg',
    '[laughs]',
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  );

  it('speaks all words of the written text in order, without markup and double spaces', () => {
    fc.assert(
      fc.property(texts, languages, (text, language) => {
        const { text: words, groups } = speakableText(text, language);
        expect(
          groups
            .map(({ written }) => written)
            .join(' ')
            .split(/\s+/),
        ).toEqual(stripMarkup(text).replaceAll('\ue001', ' ').trim().split(/\s+/));
        expect(words.replace(/\s/g, '')).toBe(
          groups
            .map((group) => group.spoken)
            .join('')
            .replace(/\s/g, ''),
        );
        expect(words).not.toMatch(/ {2}|[*`]|\p{Extended_Pictographic}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  const tags = fc.constantFrom(
    'en-US',
    'en-GB',
    'es-ES',
    'es-MX',
    'fr-FR',
    'de-DE',
    'pt-BR',
    'pt-PT',
    'it-IT',
    'nl-NL',
  );
  it('speaks numbers with and without groups of thousands alike', () => {
    fc.assert(
      fc.property(tags, fc.integer({ min: 1_000, max: 9_999_999 }), (tag, value) => {
        const grouped = new Intl.NumberFormat(tag, { useGrouping: 'always' }).format(value);
        expect(spoken(`${grouped} kg`, tag)).toBe(spoken(`${value} kg`, tag));
        expect(spoken(`${value} kg`, tag)).not.toMatch(/\d/);
      }),
    );
  });

  it('speaks amounts, dates and times in the notation of the language without digits', () => {
    const currencies = fc.constantFrom('EUR', 'USD', 'GBP');
    const date = fc.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        tags,
        fc.integer({ min: 0, max: 9_999_999 }),
        currencies,
        date,
        (tag, cents, currency, at) => {
          const amount = new Intl.NumberFormat(tag, { style: 'currency', currency }).format(cents / 100);
          const options = { timeZone: 'UTC' } as const;
          const texts = [
            amount,
            at.toLocaleDateString(tag, options),
            at.toLocaleDateString(tag, { ...options, day: 'numeric', month: 'long', year: 'numeric' }),
            at.toLocaleTimeString(tag, { ...options, hour: 'numeric', minute: '2-digit' }),
          ];
          for (const text of texts) expect(spoken(`${text} .`, tag)).not.toMatch(/[\d€$£]/);
        },
      ),
    );
  });

  it('does not hang on a long text that repeats one piece', () => {
    for (const unit of [
      '1',
      '1.',
      'a.',
      'a@',
      '-1',
      '$1,',
      '[',
      '|-',
      '_',
      '1:',
      '1-1',
      'www.',
      'A1',
      '1 ',
      '(',
      '*a',
      '-',
    ])
      expect(spoken(unit.repeat(20_000), 'en').length).toBeLessThan(400_000);
  });
});
