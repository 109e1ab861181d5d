import { describe, expect, it } from 'vitest';
import { digitByDigit, isEasilyMisheard } from './mishearing.ts';

describe('words that are easily misheard', () => {
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
  ])('are in %j', (text) => {
    expect(isEasilyMisheard(text)).toBe(true);
  });

  it.each(['', 'twelve', 'twenty two', 'friday at ten', 'monday', 'the third', '130', '12', 'in 25 minutes'])(
    'are not in %j',
    (text) => {
      expect(isEasilyMisheard(text)).toBe(false);
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
