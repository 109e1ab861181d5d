import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainSpeech, speakableText } from './speakable-text/speakable-text.ts';
import { readSpokenTexts } from './speakable-text/testing/spoken-texts.ts';
import { WrittenWords } from './written-words.ts';

const timed = (words: readonly string[]) =>
  words.map((text, index) => ({ text, startMs: index * 100, endMs: index * 100 + 90 }));
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe('WrittenWords', () => {
  it('returns every written word of every spoken text, when its last spoken word has ended', () => {
    for (const { text, tag } of readSpokenTexts())
      for (const { text: spoken, groups } of [speakableText(text, tag), plainSpeech(text)]) {
        const mapper = new WrittenWords(groups);
        const written = timed(wordsOf(spoken)).flatMap((word) => {
          const ended = mapper.push([word]);
          for (const { startMs, endMs } of ended)
            expect([startMs <= endMs, endMs <= word.endMs]).toEqual([true, true]);
          return ended;
        });
        const expected = groups.flatMap(({ written: words }) => wordsOf(words));
        expect(written.map((word) => word.text)).toEqual(expected);
      }
  });

  it('assigns words that the voice has read for a number to the number', () => {
    const mapper = new WrittenWords(plainSpeech('You owe $12 now.').groups);
    const words = mapper.push(timed(['You', 'owe', 'twelve', 'dollars', 'now']));
    expect(words).toEqual([
      { text: 'You', startMs: 0, endMs: 90 },
      { text: 'owe', startMs: 100, endMs: 190 },
      { text: '$12', startMs: 200, endMs: 400 },
      { text: 'now.', startMs: 400, endMs: 490 },
    ]);
  });

  it('goes on after words that the voice has omitted', () => {
    const mapper = new WrittenWords(plainSpeech('One two three four').groups);
    expect(mapper.push(timed(['One', 'four'])).map(({ text }) => text)).toEqual([
      'One',
      'two',
      'three',
      'four',
    ]);
  });

  it('returns the words of the text in order, whatever the voice reports', () => {
    const word = fc.constantFrom('one', 'two', '$12', 'twelve', 'Dr.', 'doctor', '–', '', 'x');
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (text, reported) => {
        const { groups } = speakableText(text.join(' '), 'en');
        const expected = groups.flatMap(({ written }) => wordsOf(written));
        const written = new WrittenWords(groups).push(timed(reported)).map((spoken) => spoken.text);
        expect(written).toEqual(expected.slice(0, written.length));
      }),
    );
  });
});
