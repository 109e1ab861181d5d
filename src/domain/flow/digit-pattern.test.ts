import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestDigits, matchesDigits, parseDigitPattern } from './digit-pattern.ts';

const matches = (pattern: string, digits: string): boolean =>
  matchesDigits(parseDigitPattern(pattern)!, digits);

describe('a digit pattern', () => {
  it.each([
    ['1', '1', true],
    ['1', '11', false],
    ['1|2', '2', true],
    ['[1-3]', '3', true],
    ['[1-3]', '4', false],
    ['[19#]', '#', true],
    ['.{4}', '12*#', true],
    ['.{4}', '123', false],
    ['0{1,3}1', '0001', true],
    ['0{0,3}1', '1', true],
    ['*1', '*1', true],
    ['1.{0,9}#', '123456789#', true],
  ])('%s matches the digits %s: %s', (pattern, digits, is) => {
    expect(matches(pattern, digits)).toBe(is);
  });

  it.each([
    '',
    'a',
    '(1+)+',
    '1+',
    '[',
    '[3-1]',
    '[-]',
    '{4}',
    '1{0}',
    '1{3,2}',
    '1||2',
    '.{65}',
    '1{0,3}',
    '|',
  ])('cannot be "%s"', (pattern) => {
    expect(parseDigitPattern(pattern)).toBeUndefined();
  });

  it('matches like the equivalent regular expression', () => {
    const element = fc.tuple(
      fc.constantFrom('1', '2', '[1-2]', '.', '#', '[12#]'),
      fc.constantFrom('', '{2}', '{0,2}', '{1,3}'),
    );
    const alternative = fc.array(element, { minLength: 1, maxLength: 5 }).map((list) => list.flat().join(''));
    const pattern = fc.array(alternative, { minLength: 1, maxLength: 3 }).map((list) => list.join('|'));
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[12#]{0,8}$/), (pattern, digits) => {
        const parsed = parseDigitPattern(pattern);
        fc.pre(parsed !== undefined);
        expect(matchesDigits(parsed, digits)).toBe(new RegExp(`^(?:${pattern})$`).test(digits));
        expect(!matchesDigits(parsed, digits) || digits.length <= longestDigits(parsed)).toBe(true);
      }),
    );
  });

  it('matches in linear time for any pattern', () => {
    const slow = parseDigitPattern('.{0,9}.{0,9}.{0,9}.{0,9}.{0,9}.{0,9}1')!;
    expect(matchesDigits(slow, '2'.repeat(54))).toBe(false);
  });
});
