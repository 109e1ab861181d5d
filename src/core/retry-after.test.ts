import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

describe('parseRetryAfter', () => {
  const nowMs = Date.parse('2026-12-01T12:00:00Z');

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Tue, 01 Dec 2026 12:01:00 GMT', 60_000],
    ['Tue, 01 Dec 2026 11:00:00 GMT', 0],
    ['86400', 86_400_000],
    ['86401', 86_400_000],
    ['99999999999999', 86_400_000],
    ['Tue, 01 Dec 2099 12:00:00 GMT', 86_400_000],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['2026-12-01', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j ms', (text, delayMs) => {
    expect(parseRetryAfter(text, nowMs)).toBe(delayMs);
  });

  it('returns a finite time or undefined for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const delayMs = parseRetryAfter(text, nowMs);
        expect(delayMs === undefined || (delayMs >= 0 && delayMs <= 86_400_000)).toBe(true);
      }),
    );
  });
});
