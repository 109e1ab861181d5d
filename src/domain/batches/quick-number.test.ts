import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { readNumber } from './quick-number.ts';

const countries = getCountries();
const digit = fc.integer({ min: 0, max: 9 }).map(String);

/** Numbers near those that exist: a few digits of an example are others, or it is cut or grows. */
const nearNumbers = fc
  .tuple(
    fc.constantFrom(...countries),
    fc.array(fc.tuple(fc.nat(12), digit), { maxLength: 5 }),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([country, changes, growth]) => {
    const digits = [...(getExampleNumber(country, examples)?.nationalNumber ?? '2015550123')];
    for (const [at, to] of changes) if (at < digits.length) digits[at] = to;
    const national = (growth < 0 ? digits.slice(0, growth) : [...digits, ...'0'.repeat(growth)]).join('');
    const code = getExampleNumber(country, examples)?.countryCallingCode ?? '1';
    return { country, code, national };
  });

const anyNumbers = fc.array(digit, { minLength: 5, maxLength: 16 }).map((digits) => digits.join(''));

describe('a number read quickly', () => {
  it('is what the library reads, in E.164', () => {
    fc.assert(
      fc.property(nearNumbers, ({ code, national }) => {
        const text = `+${code}${national}`;
        expect(readNumber(text)).toBe(parsePhoneNumber(text)?.e164);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is what the library reads, in the national form of a country', () => {
    fc.assert(
      fc.property(nearNumbers, fc.constantFrom(...countries), fc.boolean(), (near, other, isHome) => {
        const country = isHome ? near.country : other;
        expect([country, near.national, readNumber(near.national, country)]).toEqual([
          country,
          near.national,
          parsePhoneNumber(near.national, country)?.e164,
        ]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is what the library reads, of any digits', () => {
    fc.assert(
      fc.property(anyNumbers, fc.constantFrom(...countries), (digits, country) => {
        expect(readNumber(`+${digits}`)).toBe(parsePhoneNumber(`+${digits}`)?.e164);
        expect(readNumber(digits, country)).toBe(parsePhoneNumber(digits, country)?.e164);
      }),
      { numRuns: 10_000 },
    );
  });

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

  it('is none with decimals, which would be digits of somebody else', () => {
    for (const text of ['030123456.0', '4930123456.0', '+4930123456.0', '2024561111.00'])
      expect([text, readNumber(text, 'DE'), readNumber(text, 'US')]).toEqual([text, undefined, undefined]);
  });

  it('is none where a number is only part of it', () => {
    for (const text of ['', 'call +12024561111', '+12024561111 ext. 5', '2024561111', '+1 202', 'n/a']) {
      expect(readNumber(text)).toBeUndefined();
    }
  });
});
