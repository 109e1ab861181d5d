import { describe, expect, it } from 'vitest';
import { readPhoneNumber } from './phone-number-input.ts';

describe('readPhoneNumber', () => {
  it('accepts the usual notations', () => {
    for (const text of [
      '+1 202 456 1111',
      '(202) 456-1111',
      '202.456.1111',
      '1-202-456-1111',
      '2024561111',
    ]) {
      expect(readPhoneNumber(text, 'US')).toBe('+12024561111');
    }
    expect(readPhoneNumber('030 901820', 'DE')).toBe('+4930901820');
    expect(readPhoneNumber('+12025550100')).toBe('+12025550100');
  });

  it('rejects decimals, because without the point they would be another number', () => {
    for (const text of ['030123456.0', '4930123456.0', '+4930123456.0', '2024561111.00'])
      expect([text, readPhoneNumber(text, 'DE'), readPhoneNumber(text, 'US')]).toEqual([
        text,
        undefined,
        undefined,
      ]);
  });

  it('rejects other text around the number, a missing country and impossible numbers', () => {
    for (const text of [
      '',
      'call +12024561111',
      '+12024561111 ext. 5',
      '2024561111',
      '+1 202',
      '+11234561111',
      'n/a',
    ]) {
      expect(readPhoneNumber(text)).toBeUndefined();
    }
  });
});
