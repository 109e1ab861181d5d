import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optOutIn } from './opt-out.ts';
import { intentLibrary } from './understanding/intent-library.ts';

describe('a wish not to be called any more', () => {
  it.each([
    ['stop calling me', 0.95, 'clear'],
    ['please stop calling me, I told you before', 0.5, 'clear'],
    ['stop calling me', 0.31, 'clear'],
    ['um, please stop calling me', 0.31, 'clear'],
    ['the stop calling me by the station', 0.49, 'doubtful'],
    ["I'm not interested, stop calling me", 0.9, 'clear'],
    ['no, don’t call me again', 0.9, 'clear'],
    ["don't call me back", 0.9, 'clear'],
    ["I said don't call me", 0.9, 'clear'],
    ['I told you, do not call me any more', 0.9, 'clear'],
    ['stop calling me at work', 0.9, 'clear'],
    ["don't call me before nine, in fact never call me again", 0.9, 'clear'],
    ['put me on your do not call list', 0.9, 'clear'],
    ['yes', 0.95, undefined],
    ['', 0, undefined],
  ])('%j with confidence %f is %s', (text, confidence, expected) => {
    expect(optOutIn(text, confidence)).toBe(expected);
  });

  it.each([
    "don't stop",
    'stop by tomorrow',
    'please stop the music',
    "don't stop calling me",
    'never stop calling me',
    "I don't want you to stop calling me",
    "don't call me before nine",
    "don't call me tomorrow, call me on Friday",
    "don't call me on my mobile",
    "don't call me now",
    "please don't call me sir",
    'I do not call that a discount',
    'they should stop calling it a holiday',
    'my list is long',
    'take the number off the door',
    'the number was removed',
    'leave the parcel alone in the hall',
    'call me again tomorrow',
    'stop',
    'call',
  ])('is not %j', (text) => {
    expect(optOutIn(text, 0.95)).toBeUndefined();
  });

  const word = fc.constantFrom(
    ...'yes no stop call calling calls me you again back tomorrow the a music by please not do my your list number it is at nine'.split(
      ' ',
    ),
  );
  const verbs = /\b(stop|quit|do not|don't|never|remove|take|leave|lose|delete|opt|no more|unsubscribe)\b/;

  it('is never in words that hold none of its verbs', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(' ');
        expect(verbs.test(text) ? undefined : optOutIn(text, 1)).toBeUndefined();
      }),
    );
  });

  it('is never denied and asked for by the same words', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...intentLibrary.optOut.filter((phrase) => phrase.startsWith('stop'))),
        fc.constantFrom("don't", 'never', "i don't want you to", 'we never said'),
        (phrase, denial) => {
          expect(optOutIn(`${denial} ${phrase}`, 1)).toBeUndefined();
        },
      ),
    );
  });

  it('is in every phrase of the library, whatever filler stands around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...intentLibrary.optOut),
        fc.constantFrom('', 'um', 'please', 'well', 'thank you'),
        (phrase, filler) => {
          expect(optOutIn(`${filler} ${phrase} ${filler}`, 0.3)).toBe('clear');
        },
      ),
    );
  });
});
