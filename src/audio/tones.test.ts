import { describe, expect, it } from 'vitest';
import { beepTone, progressTone } from './tones.ts';

const isSilent = (samples: Int16Array) => samples.every((sample) => sample === 0);

describe('progressTone', () => {
  it('generates ringback for two of every six seconds', () => {
    const tone = progressTone('ringback', 8000);
    expect(tone).toHaveLength(64_000);
    expect(isSilent(tone.subarray(100, 15_900))).toBe(false);
    expect(isSilent(tone.subarray(16_000, 48_000))).toBe(true);
    expect(isSilent(tone.subarray(48_100, 64_000))).toBe(false);
  });

  it('continues seamlessly at a given offset', () => {
    const whole = progressTone('busy', 1000);
    const pieces = [progressTone('busy', 300), progressTone('busy', 700, 300)];
    expect(pieces.flatMap((piece) => [...piece])).toEqual([...whole]);
  });
});

describe('beepTone', () => {
  it('ramps at both ends', () => {
    const beep = beepTone(400, 1000);
    expect(beep).toHaveLength(3200);
    expect(Math.abs(beep[1]!)).toBeLessThan(200);
    expect(beep.at(-1)).toBe(0);
    expect(Math.max(...beep)).toBeGreaterThan(3500);
  });
});
