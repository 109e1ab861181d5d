import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectOptOut } from './opt-out.ts';
import { intentLibrary } from './intent-library.ts';

describe('detectOptOut', () => {
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
    ["don't contact me by phone", 0.9, 'clear'],
    ["don't contact me before nine. Stop calling this number.", 0.9, 'clear'],
    ['yes', 0.95, undefined],
    ['', 0, undefined],
  ])('returns for %j with confidence %f: %s', (text, confidence, expected) => {
    expect(detectOptOut(text, confidence)).toBe(expected);
  });

  it.each([
    'stop calling this number',
    'stop calling my number',
    'stop calling on this number',
    'stop calling here',
    'stop calling now',
    'stop calling right now',
    'stop calling so often',
    'stop calling today',
    'stop calling at all hours',
    "stop calling, it's the third time",
    "stop calling it's the third time",
    'stop calling. That was the third time',
    "don't call me, that's all",
    "don't call me that's all",
    "don't call me. On Friday I sue you",
    "don't call me, sir",
    "don't call me at this number",
    "don't call on this number again",
    "don't call this number",
    "don't call me at all",
    "don't call me in the future",
    'did I not say stop calling me',
    "have I not said don't call me",
    "I don't want you to call",
    "I don't want you to call me at all",
    "I don't want to be called",
    "I don't want any calls, that's all",
    "don't contact me",
    "don't contact me at any time",
    "don't contact me by email or by phone",
    "I don't want to be called by you",
    "I don't want any calls so take my name away",
    "I don't want any calls on this phone",
  ])('detects %j', (text) => {
    expect(detectOptOut(text, 0.95)).toBe('clear');
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
    'stop calling it Christmas',
    'stop calling this a discount',
    'stop calling before nine',
    'stop calling on Sundays',
    "don't call me on my mobile, call my landline",
    "don't call me, before nine I mean",
    "don't call me that",
    'I did not say stop calling me',
    "I don't want you to call before nine, call at ten",
    "I don't want you to call me at work",
    "I don't want to be called before nine",
    "I don't want to be called sir",
    "I don't want any calls on Sundays",
    "I don't want any more calls today",
    'no more calls after six',
    "don't contact me by email, just call",
    "don't contact me on Sunday",
    "don't call me so late",
    "don't call this number after six",
    "don't call me at this number after six",
    'never call this number before nine',
    "don't ever call me before nine",
    'my list is long',
    'take the number off the door',
    'the number was removed',
    'leave the parcel alone in the hall',
    'call me again tomorrow',
    'stop',
    'call',
  ])('does not detect %j', (text) => {
    expect(detectOptOut(text, 0.95)).toBeUndefined();
  });

  const word = fc.constantFrom(
    ...'yes no stop call calling calls me you again back tomorrow the a music by please not do my your list number it is at nine'.split(
      ' ',
    ),
  );
  const verbs = /\b(stop|quit|do not|don't|never|remove|take|leave|lose|delete|opt|no more|unsubscribe)\b/;

  it('never detects words without an opt-out verb', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(' ');
        expect(verbs.test(text) ? undefined : detectOptOut(text, 1)).toBeUndefined();
      }),
    );
  });

  it('does not detect a denied phrase', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...intentLibrary.optOut.filter((phrase) => phrase.startsWith('stop'))),
        fc.constantFrom("don't", 'never', "i don't want you to", 'we never said'),
        (phrase, denial) => {
          expect(detectOptOut(`${denial} ${phrase}`, 1)).toBeUndefined();
        },
      ),
    );
  });

  it('detects every phrase of the library with any filler around it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...intentLibrary.optOut),
        fc.constantFrom('', 'um', 'please', 'well', 'thank you'),
        (phrase, filler) => {
          expect(detectOptOut(`${filler} ${phrase} ${filler}`, 0.3)).toBe('clear');
        },
      ),
    );
  });
});
