import { describe, expect, it } from 'vitest';
import { LineLevel } from './line-level.ts';

const spoken = { steady: false, overNoiseDb: 30, loudMs: 600, trusted: true, speechDb: -38 };
const samples = Int16Array.from([100, -100, 3000, -30_000]);

function levelAfter(...levelsDb: number[]): LineLevel {
  const level = new LineLevel();
  for (const speechDb of levelsDb) level.heard({ ...spoken, speechDb });
  return level;
}

describe('the level of a line', () => {
  it('is left as it is until somebody has spoken', () => {
    const level = new LineLevel();
    expect(level.heard({ ...spoken, trusted: false })).toBe(false);
    expect(level.heard({ ...spoken, loudMs: 100 })).toBe(false);
    expect(level.adjusted(samples)).toBe(samples);
  });

  it('is left alone where it differs no more than words do', () => {
    expect(new LineLevel().heard({ ...spoken, speechDb: -23 })).toBe(false);
    expect(levelAfter(-23).adjusted(samples)).toBe(samples);
  });

  it('has the first utterance heard again where it was too quiet, and only that', () => {
    const level = new LineLevel();
    expect(level.heard(spoken)).toBe(true);
    expect(level.heard(spoken)).toBe(false);
  });

  it('is raised for a quiet speaker, and never overflows', () => {
    expect([...levelAfter(-38).adjusted(samples)]).toEqual([1000, -1000, 30_000, -32_768]);
  });

  it('is lowered for a loud one', () => {
    expect([...levelAfter(-8).adjusted(samples)]).toEqual([31, -31, 948, -9486]);
  });

  it('is changed tenfold at most', () => {
    expect(levelAfter(-60).adjusted(samples)[0]).toBe(1000);
  });

  it('follows somebody who moves away from the phone', () => {
    expect(levelAfter(-18, -38).adjusted(samples)[0]).toBe(316);
  });
});
