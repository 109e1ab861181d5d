import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { speakableText } from './speakable-text.ts';

const english: readonly (readonly [text: string, spoken: string])[] = [
  ['You owe $12.50.', 'You owe twelve dollars and fifty cents.'],
  ['It costs $1, or £0.01.', 'It costs one dollar, or one penny.'],
  ['That is €1,234.', 'That is one thousand two hundred thirty four euros.'],
  ['See you on 2026-11-24.', 'See you on November twenty fourth, twenty twenty six.'],
  ['11/24/2026 at 2:30 PM', 'November twenty fourth, twenty twenty six at two thirty PM'],
  ['On the 3rd at 10am.', 'On the third at ten AM'],
  ['At 9:05 and 14:00.', "At nine oh five and fourteen o'clock."],
  ['Call +1 202 555 0100 now.', 'Call plus one, two zero two, five five five, zero one zero zero now.'],
  ['Call (202) 555-0100.', 'Call two zero two, five five five, zero one zero zero.'],
  ['Call +12025550100.', 'Call plus one, two zero two, five five five, zero one zero zero.'],
  ['Write to anna.b@example.com!', 'Write to anna dot b at example dot com!'],
  ['See https://www.example.com/a-b?x=1.', 'See example dot com slash a dash b.'],
  ['Dr. Grey, e.g. at No. 5', 'Doctor Grey, for example at number five'],
  ['No. I will not.', 'No. I will not.'],
  ['Tea, coffee, etc.', 'Tea, coffee, et cetera.'],
  ['No. 5 etc. a', 'number five et cetera a'],
  ['**Yes**, _really_: `now`', 'Yes, really: now'],
  ['# Hours\n- Monday: 9-5\n- Sunday: closed', 'Hours. Monday: nine to five. Sunday: closed'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a, b. one, two'],
  ['[Our page](https://example.com) 😀👍🏽', 'Our page'],
  ['50% & more', 'fifty percent and more'],
  ['Since 1999 and 2005', 'Since nineteen ninety nine and two thousand five'],
  [
    'Your code is 004213, order 12345678.',
    'Your code is zero zero four two one three, order one two three four five six seven eight.',
  ],
  ['3.5 of -4', 'three point five of minus four'],
  ['24/7', 'twenty four seven'],
];

const others: readonly (readonly [language: string, text: string, spoken: string])[] = [
  [
    'es-MX',
    'Son 12,50 € el 24/11/2026.',
    'Son doce euros con cincuenta céntimos el veinticuatro de noviembre de dos mil veintiséis.',
  ],
  ['es-ES', 'La Sra. Ruiz, a las 14:30', 'La señora Ruiz, a las catorce y treinta'],
  ['fr-FR', 'Le 01/12/2026 à 14:30', 'Le premier décembre deux mille vingt-six à quatorze heures trente'],
  ['fr-FR', '1 234,5 euros', 'mille deux cent trente-quatre virgule cinq euros'],
  [
    'de-DE',
    'Am 24.11.2026 um 14:30 Uhr',
    'Am vierundzwanzigste November zweitausendsechsundzwanzig um vierzehn Uhr dreißig',
  ],
  ['de-DE', 'z. B. 1.234,50 €', 'zum Beispiel eintausendzweihundertvierunddreißig Euro und fünfzig Cent'],
  ['pt-BR', 'R. às 14:30, 50 %', 'R. às catorze e trinta, cinquenta por cento'],
  ['it-IT', 'Il Sig. Rossi paga 3 €', 'Il signor Rossi paga tre euro'],
  ['nl-NL', 'Dhr. Jansen, 14:30 uur', 'meneer Jansen, veertien uur dertig'],
  ['ja-JP', '**24** 時', '24 時'],
];

describe('speakableText', () => {
  it.each(english)('speaks %j in English', (text, spoken) => {
    expect(speakableText(text, 'en-US')).toBe(spoken);
  });

  it.each(others)('speaks %s: %j', (language, text, spoken) => {
    expect(speakableText(text.replace('1 234', '1\u202f234'), language)).toBe(spoken);
  });

  const languages = fc.constantFrom('en-US', 'en-GB', 'es', 'fr-CA', 'de-AT', 'pt-BR', 'it', 'nl-BE');
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
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  );

  it('leaves no digit, markup, emoji or double space', () => {
    fc.assert(
      fc.property(texts, languages, (text, language) => {
        const spoken = speakableText(text, language);
        expect(spoken).not.toMatch(/[\p{Nd}*`|#_~]|\p{Extended_Pictographic}/u);
        expect(spoken).not.toMatch(/ {2}/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not hang on a long text that repeats one piece', () => {
    for (const unit of ['1', '1.', 'a.', 'a@', '-1', '$1,', '[', '|-', '_', '1:', '1-1', 'www.'])
      expect(speakableText(unit.repeat(20_000), 'en').length).toBeLessThan(400_000);
  });
});
