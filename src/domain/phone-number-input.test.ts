import { describe, expect, it } from 'vitest';
import { readNumber } from './phone-number-input.ts';

describe('a phone number as users and files write it', () => {
  it('may be written in the usual ways', () => {
    for (const text of [
      '+1 202 456 1111',
      '(202) 456-1111',
      '202.456.1111',
      '1-202-456-1111',
      '2024561111',
    ]) {
      expect(readNumber(text, 'US')).toBe('+12024561111');
    }
    expect(readNumber('030 901820', 'DE')).toBe('+4930901820');
    expect(readNumber('+12025550100')).toBe('+12025550100');
  });

  it('is rejected with decimals, whose zero would make it another number', () => {
    for (const text of ['030123456.0', '4930123456.0', '+4930123456.0', '2024561111.00'])
      expect([text, readNumber(text, 'DE'), readNumber(text, 'US')]).toEqual([text, undefined, undefined]);
  });

  it('is rejected if other text surrounds it, the country is missing or no such number can exist', () => {
    for (const text of [
      '',
      'call +12024561111',
      '+12024561111 ext. 5',
      '2024561111',
      '+1 202',
      '+11234561111',
      'n/a',
    ]) {
      expect(readNumber(text)).toBeUndefined();
    }
  });
});
