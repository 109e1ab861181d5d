import { describe, expect, it } from 'vitest';
import { isCountry, isNorthAmerican, needsType } from './number-filters.ts';
import { numberTypeOf } from './number-type.ts';

describe('number filters', () => {
  it.each(['US', 'CA', 'AU', 'GB', 'JM'])('accept country %s', (country) =>
    expect(isCountry(country)).toBe(true),
  );
  it.each(['XX', 'us', 'USA', '', 'U', '001'])('reject country %j', (country) =>
    expect(isCountry(country)).toBe(false),
  );

  it('recognise the countries with calling code +1', () => {
    expect(['US', 'CA', 'JM', 'GB', 'XX'].map(isNorthAmerican)).toEqual([true, true, true, false, false]);
  });

  it('need a type except in Australia', () => {
    expect(['US', 'AU'].map(needsType)).toEqual([true, false]);
  });
});

describe('numberTypeOf', () => {
  it.each([
    ['FIXED_LINE_OR_MOBILE', 'local'],
    ['MOBILE', 'mobile'],
    ['TOLL_FREE', 'tollFree'],
    ['PREMIUM_RATE', undefined],
    ['constructor', undefined],
    [undefined, undefined],
  ])('maps %s to %s', (type, numberType) => expect(numberTypeOf(type)).toBe(numberType));
});
