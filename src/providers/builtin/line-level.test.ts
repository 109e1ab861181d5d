import { describe, expect, it } from 'vitest';
import { LineLevel } from './line-level.ts';

const quietSpeech = { steady: false, overNoiseDb: 30, loudMs: 600, trusted: true, speechDb: -38 };
const samples = Int16Array.from([100, -100, 3000, -30_000]);

function levelAfter(...levelsDb: number[]): LineLevel {
  const level = new LineLevel();
  for (const speechDb of levelsDb) level.update({ ...quietSpeech, speechDb });
  return level;
}

describe('LineLevel', () => {
  it('changes nothing before the first utterance', () => {
    const level = new LineLevel();
    expect(level.update({ ...quietSpeech, trusted: false })).toBe(false);
    expect(level.update({ ...quietSpeech, loudMs: 100 })).toBe(false);
    expect(level.adjust(samples)).toBe(samples);
  });

  it('changes nothing within normal variation', () => {
    expect(new LineLevel().update({ ...quietSpeech, speechDb: -23 })).toBe(false);
    expect(levelAfter(-23).adjust(samples)).toBe(samples);
  });

  it('requests a second pass only for a first utterance that was too quiet', () => {
    const level = new LineLevel();
    expect(level.update(quietSpeech)).toBe(true);
    expect(level.update(quietSpeech)).toBe(false);
  });

  it('amplifies a quiet speaker without overflow', () => {
    expect([...levelAfter(-38).adjust(samples)]).toEqual([1000, -1000, 30_000, -32_768]);
  });

  it('attenuates a loud speaker', () => {
    expect([...levelAfter(-8).adjust(samples)]).toEqual([31, -31, 948, -9486]);
  });

  it('limits the gain to a factor of ten', () => {
    expect(levelAfter(-60).adjust(samples)[0]).toBe(1000);
  });

  it('adapts to a speaker who moves away from the phone', () => {
    expect(levelAfter(-18, -38).adjust(samples)[0]).toBe(316);
  });
});
