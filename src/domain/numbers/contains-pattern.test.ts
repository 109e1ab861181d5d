import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsPattern, digitWindows, likePattern, offsetsOf } from './contains-pattern.ts';

describe('a contains pattern', () => {
  it.each(['12', '**', '555*', '1234567890123456'])('accepts %s', (text) => {
    expect(containsPattern.test(text)).toBe(true);
  });

  it.each(['', '1', '12345678901234567', '+1', '1 2', '1%', '1_', 'ab', '１２'])('rejects %j', (text) => {
    expect(containsPattern.test(text)).toBe(false);
  });

  it.each([
    ['12', []],
    ['1**2', []],
    ['555', [{ at: 0, values: [555] }]],
    [
      '2555',
      [
        { at: 0, values: [255] },
        { at: 1, values: [555] },
      ],
    ],
    ['1*2', [{ at: 0, values: [102, 112, 122, 132, 142, 152, 162, 172, 182, 192] }]],
    [
      '12*0345',
      [
        { at: 3, values: [34] },
        { at: 4, values: [345] },
      ],
    ],
  ])('%s is looked up by windows of three digits', (pattern, windows) => {
    expect(digitWindows(pattern)).toEqual(windows);
  });

  it('matches only numbers that its windows match', () => {
    const patterns = fc.stringMatching(/^[0-9*]{2,15}$/);
    fc.assert(
      fc.property(patterns, fc.stringMatching(/^[1-9][0-9]{14}$/), fc.nat(), (pattern, digits, start) => {
        const offsets = offsetsOf(pattern);
        const offset = offsets[start % offsets.length]!;
        const written = [...pattern].map((character, at) =>
          character === '*' ? digits[offset + at]! : character,
        );
        const number = digits.slice(0, offset) + written.join('') + digits.slice(offset + pattern.length);
        for (const { at, values } of digitWindows(pattern)) {
          expect(values).toContain(Number(number.slice(offset + at, offset + at + 3)));
        }
      }),
    );
  });

  it('is converted to a LIKE pattern', () => {
    expect(likePattern('55*1')).toBe('+%55_1%');
  });
});
