import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardinalWords, digitWords, ordinalWords, spokenWords } from './spoken-words.ts';

describe('spoken words', () => {
  it.each([
    ['Hello, Anna!', 'hello anna'],
    ['Tuesday, November 24th at 10 AM', 'tuesday november twenty fourth at ten a m'],
    ['at 10:30 a.m.', 'at ten thirty a m'],
    ['at 9:05pm', 'at nine oh five p m'],
    ['8:00', 'eight'],
    ["I'm Dr. O'Neil & co", "i'm doctor o'neil and co"],
    ['in 2026 or 1905', 'in twenty twenty six or nineteen oh five'],
    ['2000 people, 2005', 'two thousand people two thousand five'],
    ['call 4155550123', 'call four one five five five five zero one two three'],
    ['code 0042', 'code zero zero four two'],
    ['$1,250 is 20% of A&B', 'one thousand two hundred fifty dollars is twenty percent of a and b'],
    ['the 1st, 2nd, 3rd, 12th, 20th and 31st', 'the first second third twelfth twentieth and thirty first'],
    ['‘quoted’ — dash…', 'quoted dash'],
    ['', ''],
  ])('%j is spoken %j', (text, words) => {
    expect(spokenWords(text)).toBe(words);
  });

  it('are unchanged by a second normalisation', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'grapheme-ascii' }), (text) => {
        const words = spokenWords(text);
        expect(words).toMatch(/^(?:[a-z']+(?: [a-z']+)*)?$/);
        expect(spokenWords(words)).toBe(words);
      }),
    );
  });

  it('differ for each number', () => {
    const names = new Set(Array.from({ length: 10_000 }, (_, value) => cardinalWords(value)));
    expect(names.size).toBe(10_000);
    expect(cardinalWords(999_999)).toBe('nine hundred ninety nine thousand nine hundred ninety nine');
    expect(ordinalWords(40)).toBe('fortieth');
    expect(digitWords('90')).toBe('nine zero');
  });
});
