import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDigits } from './digit-string.ts';
import { parseEnglishChoice as parseChoice } from '../languages/en/choices.ts';
import { intentLibrary } from '../languages/en/intent-library.ts';
import { speakNumber } from './numbers.ts';
import { parseNumber } from './spoken-number.ts';
import { findPhrase } from '../languages/en/requests.ts';
import { contentWordsOf, wordsOf } from '../languages/en/words.ts';
import { parseYesNo } from '../languages/en/yes-no.ts';

describe('words', () => {
  it('are lower case, without punctuation, with expanded contractions', () => {
    expect(wordsOf("I'm here, at 10:30 a.m. — that's 1,000!")).toEqual(
      'i am here at 10:30 am that is 1000'.split(' '),
    );
  });

  it('without fillers are the content words', () => {
    expect(contentWordsOf('um, well, I said yes please, thank you')).toEqual(['yes']);
  });
});

describe('numbers', () => {
  it('round-trip through words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (value) => {
        expect(parseNumber(speakNumber(value))).toEqual({ value, complete: true });
      }),
    );
  });

  it('are not found in other texts', () => {
    expect(parseNumber('a lot of them')).toBeUndefined();
  });
});

describe('digits', () => {
  const names = ['oh', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

  it('round-trip through single words', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,16}$/), (digits) => {
        const spoken = [...digits].map((digit) => names[Number(digit)]).join(' ');
        expect(parseDigits(spoken)).toEqual({ digits, complete: true });
      }),
    );
  });

  it.each([
    ['double five oh one', '5501'],
    ['triple zero', '000'],
    ['my number is 555-0100', '5550100'],
    ['twenty five seventeen', '2517'],
    ['eight hundred five five five', '800555'],
    ['one two star', '12*'],
  ])('are read from "%s"', (text, digits) => {
    expect(parseDigits(text)).toEqual({ digits, complete: true });
  });

  it('are not found in other texts', () => {
    expect(parseDigits('I do not know it')).toBeUndefined();
  });
});

describe('phrases', () => {
  const sets = [
    { id: 'stop', phrases: intentLibrary.optOut },
    { id: 'callback', phrases: intentLibrary.callback },
    { id: 'wrong', phrases: intentLibrary.wrongNumber },
    { id: 'person', phrases: intentLibrary.person },
  ];

  it('of the intent library are found with their intent', () => {
    for (const { id, phrases } of sets)
      for (const phrase of phrases) expect([phrase, findPhrase(phrase, sets)?.id]).toEqual([phrase, id]);
  });

  it.each([
    ['um please stop calling me now', 'stop'],
    ["could you call me back tomorrow at ten, I'm driving", 'callback'],
    ['I think you have the wrong number', 'wrong'],
    ['let me talk to a human', 'person'],
    ['give me a representative', 'person'],
  ])('are found in "%s"', (text, id) => {
    expect(findPhrase(text, sets)?.id).toBe(id);
  });

  it.each(['I will not call again', 'what a nice day', 'do you have a number'])(
    'are not found in "%s"',
    (text) => {
      expect(findPhrase(text, sets)).toBeUndefined();
    },
  );

  it('match whole consecutive words only', () => {
    const one = [{ id: 'x', phrases: ['no go'] }];
    expect(findPhrase('no going', one)).toBeUndefined();
    expect(findPhrase('no I go', one)).toBeUndefined();
  });
});

describe('choices', () => {
  const choices = [
    { value: 'new_patient', phrases: ["I'm new"] },
    { value: 'emergency', phrases: [] },
  ];

  it.each([
    ["I'm new here", 'new_patient'],
    ['new patient', 'new_patient'],
    ['it is an emergency', 'emergency'],
    ['option two', 'emergency'],
  ])('are found in "%s"', (text, value) => {
    expect(parseChoice(text, choices)?.value).toBe(value);
  });

  it('are not found in other texts', () => {
    expect(parseChoice('neither', choices)).toBeUndefined();
  });
});

it('never throws and is fast for any text', () => {
  const hostile = [
    'no '.repeat(5000),
    'a '.repeat(5000),
    "'".repeat(5000),
    '1'.repeat(5000),
    'double '.repeat(5000),
  ];
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile)), (text) => {
      parseYesNo(text);
      parseDigits(text);
      parseChoice(text, [{ value: 'a', phrases: [text] }]);
      expect(parseNumber(text)?.value ?? 0).toBeTypeOf('number');
    }),
  );
});
