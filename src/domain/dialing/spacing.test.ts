import { describe, expect, it } from 'vitest';
import { jitterMs, spacingOf } from './spacing.ts';

describe('the spacing of calls', () => {
  it.each([
    [1, 1, 1000],
    [20, 20, 1000],
    [2.5, 3, 1200],
    [0.5, 1, 2000],
  ])('at %d a second is %d calls in %d ms and the jitter', (rate, calls, windowMs) => {
    expect(spacingOf(rate)).toEqual({
      calls,
      windowMs: windowMs + jitterMs,
      intervalMs: (windowMs + jitterMs) / calls,
    });
  });

  it('is none without a rate', () => {
    expect(spacingOf(Infinity)).toMatchObject({ intervalMs: 0, windowMs: 0 });
  });
});
