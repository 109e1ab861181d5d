import { describe, expect, it } from 'vitest';
import { LineLevel } from './line-level.ts';

const spoken = { steady: false, overNoiseDb: 30, loudMs: 600, trusted: true, speechDb: -46 };
const samples = Int16Array.from([100, -100, 3000, -30_000]);

describe('the level of a line', () => {
  it('is left as it is until somebody has spoken', () => {
    const level = new LineLevel();
    level.heard({ ...spoken, trusted: false });
    level.heard({ ...spoken, loudMs: 100 });
    expect(level.isKnown).toBe(false);
    expect(level.adjusted(samples)).toBe(samples);
  });

  it('is left alone where it differs no more than words do', () => {
    const level = new LineLevel();
    level.heard({ ...spoken, speechDb: -33 });
    expect(level.isKnown).toBe(true);
    expect(level.adjusted(samples)).toBe(samples);
  });

  it('is raised for a quiet speaker, and never overflows', () => {
    const level = new LineLevel();
    level.heard(spoken);
    expect([...level.adjusted(samples)]).toEqual([1000, -1000, 30_000, -32_768]);
  });

  it('is lowered for a loud one', () => {
    const level = new LineLevel();
    level.heard({ ...spoken, speechDb: -16 });
    expect([...level.adjusted(samples)]).toEqual([31, -31, 948, -9486]);
  });

  it('is changed tenfold at most', () => {
    const level = new LineLevel();
    level.heard({ ...spoken, speechDb: -60 });
    expect(level.adjusted(samples)[0]).toBe(1000);
  });

  it('follows somebody who moves away from the phone', () => {
    const level = new LineLevel();
    level.heard({ ...spoken, speechDb: -26 });
    level.heard({ ...spoken, speechDb: -46 });
    expect(level.adjusted(samples)[0]).toBe(316);
  });
});
