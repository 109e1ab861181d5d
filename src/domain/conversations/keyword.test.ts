import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allLanguages } from '../languages/languages.ts';
import { keywordOf, type Keyword } from './keyword.ts';
import { keywordWords } from './keyword-words.ts';

const keywords = Object.keys(keywordWords) as Keyword[];
const words = keywords.flatMap((keyword) => keywordWords[keyword].map((word) => [word, keyword] as const));
const anyWord = fc.constantFrom(...words);
const around = fc.stringMatching(/^[ \t\n.!"'“”…*]{0,4}$/);

describe('keywordOf', () => {
  it.each([
    ['STOP', 'stop'],
    [' stop\n', 'stop'],
    ['Stop.', 'stop'],
    ['“STOP!”', 'stop'],
    ['STOP ALL', 'stop'],
    ['Opt-Out', 'stop'],
    ['ＳＴＯＰ', 'stop'],
    ['s\u200Btop', 'stop'],
    ['ARRET', 'stop'],
    ['Arrêt', 'stop'],
    ['İPTAL', 'stop'],
    ['СТОП', 'stop'],
    ['退订', 'stop'],
    ['수신거부', 'stop'],
    ['הסר', 'stop'],
    ['START', 'start'],
    ['unstop', 'start'],
    ['Help?', 'help'],
    ['HJÄLP', 'help'],
    ['YARDIM', 'help'],
    ['yardım', 'help'],
  ])('reads %j as %s', (message, keyword) => {
    expect(keywordOf(message)).toBe(keyword);
  });

  it.each([
    '',
    '  ',
    '...',
    "don't stop",
    'stop it please',
    'yes',
    'no',
    'the end',
    'helpful',
    'st op',
    'stopp ing',
  ])('reads %j as an answer', (message) => {
    expect(keywordOf(message)).toBeUndefined();
  });

  it('has one command per keyword', () => {
    expect(new Set(words.map(([word]) => word)).size).toBe(words.length);
    for (const [word, keyword] of words) expect(keywordOf(word)).toBe(keyword);
  });

  it.each([
    'Nein. STOP',
    'No. Stop.',
    'NO STOP',
    'Ok. STOP',
    'Ok, stop',
    'yes stop',
    'ja, STOPP bitte',
    'STOP!!! Ich hab doch gesagt nein',
    'No thanks. STOP',
    'Oui. ARRET',
  ])('finds a stop word beside a short answer: %s', (message) => {
    expect(keywordOf(message)).toBe('stop');
  });

  it.each([
    "don't STOP",
    'no, end of the week',
    'yes cancel',
    "I'll stop by at ten",
    'ok. Cancel it',
    'NO',
    'ja, bitte',
  ])('finds none in an answer: %s', (message) => {
    expect(keywordOf(message)).toBeUndefined();
  });

  it('ignores case and surrounding punctuation', () => {
    const cased = anyWord.chain(([word, keyword]) =>
      fc
        .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
        .map((upper) => [...word].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''))
        .map((message) => ({ message, keyword })),
    );
    fc.assert(
      fc.property(cased, around, around, ({ message, keyword }, before, after) => {
        expect(keywordOf(`${before}${message}${after}`)).toBe(keyword);
      }),
    );
  });

  it('ignores a keyword among other words', () => {
    const others = words.filter(([word]) =>
      allLanguages.every(({ requests }) => !requests.isMessageOptOut(word)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...others),
        fc.stringMatching(/^[a-z]{4,10}$/),
        fc.boolean(),
        ([word], other, first) => {
          const text = first ? `${other} xq ${word}` : `${word} xq ${other}`;
          expect(keywordOf(text)).toBeUndefined();
        },
      ),
    );
  });

  it('ignores long messages and accepts any text', () => {
    expect(keywordOf(`stop ${'x'.repeat(200)}`)).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect([undefined, ...keywords]).toContain(keywordOf(text));
      }),
    );
  });
});
