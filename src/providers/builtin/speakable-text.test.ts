import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, speakableParts } from './speakable-text.ts';

const texts = (text: string) => speakableParts(text).map((part) => part.text);

describe('speakableParts', () => {
  it('splits after sentences, not after abbreviations, numbers or initials', () => {
    expect(texts('Hello, Dr. Smith. It costs $3.50. Is 10 a.m. fine? Yes!')).toEqual([
      'Hello, Dr. Smith.',
      'It costs $3.50.',
      'Is 10 a.m. fine?',
      'Yes!',
    ]);
  });

  it('splits a long first sentence at its first clause', () => {
    const long = 'Hello Maria, this is the office of Doctor Brown, and I am calling about your visit.';
    expect(speakableParts(`${long} ${long}`)).toEqual([
      { text: 'Hello Maria,', end: 'clause' },
      { text: 'this is the office of Doctor Brown, and I am calling about your visit.', end: 'sentence' },
      { text: long, end: 'sentence' },
    ]);
  });

  it('removes unpronounceable text', () => {
    expect(texts('')).toEqual([]);
    expect(texts('… — 你好 🙂 ...')).toEqual([]);
    expect(texts('¡Olé! 🙂')).toEqual(['Ole!']);
  });

  it('limits the length of parts, and keeps all words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000, unit: fc.constantFrom(...'abc ,.?;') }), (text) => {
        const parts = texts(text);
        expect(parts.every((part) => part.length <= 241)).toBe(true);
        expect(parts.join('').replace(/[^a-z]/g, '')).toBe(text.replace(/[^a-z]/g, ''));
      }),
    );
  });
});

describe('plainText', () => {
  it('converts accents, quotes and dashes to ASCII', () => {
    expect(plainText('José’s café – “now”')).toBe("Jose's cafe, now");
  });
});
