import { describe, expect, it } from 'vitest';
import { levelDbfs, normalizeSpeech, scale, silenceDbfs, speechLevelDbfs } from './level.ts';

function tone(amplitude: number, samples: number): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) => amplitude * Math.sin((2 * Math.PI * 400 * i) / 8000));
}

describe('levelDbfs', () => {
  it('is -3 dBFS for a full-scale sine and falls by 20 dB at a tenth of the amplitude', () => {
    expect(levelDbfs(tone(32767, 8000))).toBeCloseTo(-3, 1);
    expect(levelDbfs(tone(3277, 8000))).toBeCloseTo(-23, 1);
    expect(levelDbfs(new Int16Array(100))).toBe(silenceDbfs);
    expect(levelDbfs(new Int16Array(0))).toBe(silenceDbfs);
  });

  it('excludes pauses from the speech level', () => {
    const speech = new Int16Array(16_000);
    speech.set(tone(3277, 4000), 6000);
    expect(levelDbfs(speech)).toBeLessThan(-28);
    expect(speechLevelDbfs(speech)).toBeCloseTo(-23, 0);
    expect(speechLevelDbfs(new Int16Array(800))).toBe(silenceDbfs);
  });

  it('normalises quiet and loud speech to the same level and leaves silence unchanged', () => {
    for (const amplitude of [300, 30_000]) {
      const speech = tone(amplitude, 4000);
      normalizeSpeech(speech, -20);
      expect(speechLevelDbfs(speech)).toBeCloseTo(-20, 1);
    }
    const silence = new Int16Array(800);
    normalizeSpeech(silence, -20);
    expect(silence.every((sample) => sample === 0)).toBe(true);
  });

  it('never clips a peak while normalising', () => {
    const clicks = Int16Array.from({ length: 8000 }, (_, i) => (i % 800 === 0 ? 20_000 : i % 2 ? 40 : -40));
    normalizeSpeech(clicks, -10);
    const atTop = clicks.filter((sample) => sample >= 32_760).length;
    expect(atTop).toBe(10);
    expect(clicks[1]).toBe(Math.round((40 * 32767) / 20_000));
  });
});

describe('scale', () => {
  it('clips to 16 bits', () => {
    const samples = Int16Array.of(20_000, -20_000, 3);
    scale(samples, 2);
    expect([...samples]).toEqual([32767, -32768, 6]);
  });
});
