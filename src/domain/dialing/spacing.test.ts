import { describe, expect, it } from 'vitest';
import { jitterMs, spacingOf } from './spacing.ts';

describe('spacingOf', () => {
  it.each([
    [1, 1, 1000],
    [20, 20, 1000],
    [2.5, 3, 1200],
    [0.5, 1, 2000],
  ])(
    'for %d calls per second returns %d calls in %d ms plus the jitter allowance',
    (rate, calls, windowMs) => {
      expect(spacingOf(rate)).toEqual({
        calls,
        windowMs: windowMs + jitterMs,
        intervalMs: (windowMs + jitterMs) / calls,
      });
    },
  );

  it('returns no spacing for an infinite rate', () => {
    expect(spacingOf(Infinity)).toMatchObject({ intervalMs: 0, windowMs: 0 });
  });
});
