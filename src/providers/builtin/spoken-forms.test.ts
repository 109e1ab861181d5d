import { describe, expect, it } from 'vitest';
import { automatonOf, stateAfter } from './automaton.ts';
import { grammarOfForm } from './spoken-forms.ts';

/** Spoken callback times. */
const callbackTimes = [
  'call me back tomorrow at ten',
  'after lunch',
  'call me after lunch',
  'in two hours',
  'in half an hour',
  'in a couple of hours',
  'next friday morning',
  'this evening',
  'tonight',
  'after work',
  'end of the day',
  'wednesday at half past two',
  'monday morning at nine',
  'tomorrow at seven in the evening',
  'later',
  'call me later',
  'some other time',
  'not now',
];

describe.each([
  [
    'date_time' as const,
    [
      'tomorrow',
      'tuesday at ten thirty',
      'on march third',
      "i'd like the day after tomorrow at half past ten",
      'how about next friday in the afternoon',
      'the third of may',
      'maybe ten a m tomorrow',
      'in two hours',
      'after lunch',
      "at three o'clock",
      'next week on wednesday',
      ...callbackTimes,
    ],
    ['ten ten ten', 'march', 'yes', 'tuesday tuesday', 'the thirty second'],
  ],
  [
    'digits' as const,
    ['five', 'two nine three four oh', 'double five triple zero', "it's one two three four"],
    ['double', 'ten', 'five please'],
  ],
  [
    'number' as const,
    ['zero', 'forty two', 'one hundred and five', 'a hundred', 'nine thousand nine hundred ninety nine'],
    ['hundred', 'twenty thirteen', 'one two'],
  ],
  ['text' as const, ['yes', "i don't know"], ['the weather is fine']],
])('the form %s', (form, sentences, otherTexts) => {
  const automaton = automatonOf(grammarOfForm(form));

  it.each(sentences)('accepts "%s"', (text) => {
    expect(stateAfter(automaton, text)?.accepting).toBe(true);
  });

  it.each(otherTexts)('does not accept "%s"', (text) => {
    expect(stateAfter(automaton, text)?.accepting ?? false).toBe(false);
  });

  it('has fewer than 200 states', () => {
    expect(automaton.states.length).toBeLessThan(200);
  });
});
