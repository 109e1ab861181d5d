import { describe, expect, it } from 'vitest';
import { universalIntentIds } from '../../understanding/requests.ts';
import { universalIntentIn, universalPhrases } from './requests.ts';

describe('universalIntentIn', () => {
  it.each(universalIntentIds)('recognises all expected phrases of %s', (id) => {
    for (const phrase of universalPhrases[id])
      expect([phrase, universalIntentIn(phrase)]).toEqual([phrase, id]);
  });

  it.each([
    ['sorry, I think you have the wrong number', 'wrong_number'],
    ['um, who is this please', 'who_is_this'],
    ['can you call me back tomorrow at ten', 'callback'],
    ['could I speak to a person', 'person'],
    ['no, stop calling me, I already have a representative', 'opt_out'],
    ['your representative told me something else yesterday', undefined],
    ['I gave the driver the wrong number for the house', undefined],
    ['my sister asked who is this man in the picture', undefined],
    ["don't call me back tomorrow", undefined],
    ["I'm busy on Tuesday", undefined],
    ['this is not the wrong number', undefined],
    ['yes', undefined],
  ])('%j is %s', (text, expected) => {
    expect(universalIntentIn(text)).toBe(expected);
  });
});
