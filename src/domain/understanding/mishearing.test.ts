import { describe, expect, it } from 'vitest';
import { english } from '../languages/en/english.ts';
import { digitByDigit, isDoubtful } from './mishearing.ts';

describe('isDoubtful', () => {
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
  ])('requires more confidence for easily misheard words: %j', (text) => {
    expect([isDoubtful(text, 0.84, english), isDoubtful(text, 0.85, english)]).toEqual([true, false]);
  });

  it.each(['', 'twelve', 'twenty two', 'friday at ten', 'monday', 'the third', '130', '12', 'in 25 minutes'])(
    'depends on the confidence for %j',
    (text) => {
      expect([isDoubtful(text, 0.59, english), isDoubtful(text, 0.6, english)]).toEqual([true, false]);
    },
  );
});

describe('digitByDigit', () => {
  it('spells two-digit numbers', () => {
    expect(digitByDigit(13)).toBe('1, 3');
    expect(digitByDigit(30)).toBe('3, 0');
  });

  it.each([3, 130, -13, 13.5, '13', null])('returns undefined for %j', (value) => {
    expect(digitByDigit(value)).toBeUndefined();
  });
});
