import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { BeepDetector, type Beep } from './beep-detector.ts';
import { dtmfTone } from './dtmf-generator.ts';
import { decodeUlaw, encodeUlaw } from './g711.ts';
import { resample } from './resampler.ts';
import { beepTone, progressTone } from './tones.ts';

const random = seededRandom(3);

function roundTripUlaw(samples: Int16Array): Int16Array {
  const codes = new Uint8Array(samples.length);
  encodeUlaw(samples, codes);
  const decoded = new Int16Array(samples.length);
  decodeUlaw(codes, decoded);
  return decoded;
}

function detectBeeps(...parts: Int16Array[]): Beep[] {
  const beeps: Beep[] = [];
  const detector = new BeepDetector((beep) => beeps.push(beep));
  for (const part of [...parts, new Int16Array(800)]) detector.push(roundTripUlaw(part));
  return beeps;
}

describe('BeepDetector', () => {
  it.each([440, 850, 1000, 1400, 2000])('reports a beep of %i Hz once, when it ends', (hz) => {
    const beeps = detectBeeps(new Int16Array(1000), beepTone(400, hz));
    expect(beeps).toHaveLength(1);
    expect(Math.abs(beeps[0]!.hz - hz)).toBeLessThan(hz * 0.02);
    expect(Math.abs(beeps[0]!.durationMs - 400)).toBeLessThanOrEqual(60);
  });

  it.each([16_000, 24_000] as const)(
    'reports the frequency and length of a beep in audio of %i Hz',
    (rate) => {
      const beeps: Beep[] = [];
      const detector = new BeepDetector((beep) => beeps.push(beep), rate);
      const audio = resample(beepTone(400, 1000), 8000, rate);
      for (let at = 0; at < audio.length; at += 100) detector.push(audio.subarray(at, at + 100));
      detector.push(new Int16Array(rate / 10));
      expect(beeps).toHaveLength(1);
      expect(Math.abs(beeps[0]!.hz - 1000)).toBeLessThan(20);
      expect(Math.abs(beeps[0]!.durationMs - 400)).toBeLessThanOrEqual(60);
    },
  );

  it('detects a quiet beep and a beep in light noise', () => {
    const quiet = beepTone(300).map((sample) => sample / 5);
    const noisy = beepTone(300).map((sample) => sample + (random.fraction() - 0.5) * 300);
    expect(detectBeeps(quiet)).toHaveLength(1);
    expect(detectBeeps(noisy)).toHaveLength(1);
  });

  it('ignores tones below 120 ms or above 3 s, DTMF digits, ringback and noise', () => {
    const noise = Int16Array.from({ length: 16_000 }, () => (random.fraction() - 0.5) * 8000);
    expect(detectBeeps(beepTone(80))).toEqual([]);
    expect(detectBeeps(beepTone(4000))).toEqual([]);
    expect(detectBeeps(dtmfTone('5', 400))).toEqual([]);
    expect(detectBeeps(progressTone('ringback', 3000))).toEqual([]);
    expect(detectBeeps(noise)).toEqual([]);
  });
});
