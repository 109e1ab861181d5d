import { describe, expect, it } from 'vitest';
import { digitByDigit, isDoubtful } from './mishearing.ts';

describe('what was heard', () => {
  it.each([
    'thirteen',
    'about forty two',
    'Tuesday at ten',
    'next thursday',
    'the thirtieth of March',
    'the fifteenth',
    '13',
    'half past 3:30',
    'the 30th',
  ])('is doubted sooner where a word is easily misheard: %j', (text) => {
    expect([isDoubtful(text, 0.84), isDoubtful(text, 0.85)]).toEqual([true, false]);
  });

  it.each(['', 'twelve', 'twenty two', 'friday at ten', 'monday', 'the third', '130', '12', 'in 25 minutes'])(
    'is doubted where the recogniser does: %j',
    (text) => {
      expect([isDoubtful(text, 0.59), isDoubtful(text, 0.6)]).toEqual([true, false]);
    },
  );
});

describe('a number digit by digit', () => {
  it('is spelled where it has two digits', () => {
    expect(digitByDigit(13)).toBe('one three');
    expect(digitByDigit(30)).toBe('three zero');
  });

  it.each([3, 130, -13, 13.5, '13', null])('is not spelled where it is %j', (value) => {
    expect(digitByDigit(value)).toBeUndefined();
  });
});
