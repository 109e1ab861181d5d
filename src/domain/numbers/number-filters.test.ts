import { describe, expect, it } from 'vitest';
import { isCountry, isNorthAmerican, needsType } from './number-filters.ts';
import { numberTypeOf } from './number-type.ts';

describe('a country of numbers', () => {
  it.each(['US', 'CA', 'AU', 'GB', 'JM'])('is %s', (country) => expect(isCountry(country)).toBe(true));
  it.each(['XX', 'us', 'USA', '', 'U', '001'])('is not %j', (country) =>
    expect(isCountry(country)).toBe(false),
  );

  it('has area codes of three digits where it shares +1', () => {
    expect(['US', 'CA', 'JM', 'GB', 'XX'].map(isNorthAmerican)).toEqual([true, true, true, false, false]);
  });

  it('asks for a type, but for Australia', () => {
    expect(['US', 'AU'].map(needsType)).toEqual([true, false]);
  });
});

describe('a type of number', () => {
  it.each([
    ['FIXED_LINE_OR_MOBILE', 'local'],
    ['MOBILE', 'mobile'],
    ['TOLL_FREE', 'tollFree'],
    ['PREMIUM_RATE', undefined],
    ['constructor', undefined],
    [undefined, undefined],
  ])('%s is %s', (type, ours) => expect(numberTypeOf(type)).toBe(ours));
});
