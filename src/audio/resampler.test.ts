import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { isResampledRate, resample, Resampler } from './resampler.ts';

const tone = (hz: number, sampleRate: number, samples = sampleRate / 2): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) => 16_000 * Math.sin((2 * Math.PI * hz * i) / sampleRate));

/** Returns the power of the middle half in dB, relative to a tone of amplitude 16,000. */
function levelDb(samples: Int16Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  const meanSquare = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
  return 10 * Math.log10(meanSquare / (16_000 ** 2 / 2) + 1e-12);
}

/** Returns the level of the difference of the middle halves, in the same unit. */
const differenceDb = (a: Int16Array, b: Int16Array): number => levelDb(a.map((sample, i) => sample - b[i]!));

const pairs = [
  [8_000, 16_000],
  [8_000, 24_000],
  [16_000, 8_000],
  [24_000, 8_000],
  [16_000, 24_000],
  [24_000, 16_000],
  [22_050, 8_000],
  [44_100, 8_000],
  [48_000, 8_000],
] as const;

describe.each(pairs)('Resampler from %i to %i Hz', (from, to) => {
  it.each([0.0375, 0.125, 0.3, 0.42])('passes a tone at %f of the lower rate without delay', (share) => {
    const hz = share * Math.min(from, to);
    const resampled = resample(tone(hz, from), from, to);
    expect(differenceDb(resampled, tone(hz, to, resampled.length))).toBeLessThan(-45);
  });

  it.each([0.53, 0.6, 0.9])('attenuates a tone or its image at %f of the lower rate by 50 dB', (share) => {
    const isImage = to > from;
    // The image of a tone lies above half the lower rate. The tone itself must be in the passed band.
    const hz = Math.max(share, isImage ? 0.58 : 0) * Math.min(from, to);
    const source = isImage ? from - hz : hz;
    const resampled = resample(tone(source, from), from, to);
    const passed = isImage ? tone(source, to, resampled.length) : new Int16Array(resampled.length);
    expect(differenceDb(resampled, passed)).toBeLessThan(isImage ? -45 : -50);
  });

  it('has the exact length, also of short and empty audio', () => {
    for (const length of [0, 1, 2, 3, 7, 159, 160, 161, 1_000, 4_801])
      expect(resample(new Int16Array(length), from, to)).toHaveLength(Math.ceil((length * to) / from));
  });

  it('returns the same for parts as for the whole', () => {
    const random = seededRandom(7);
    const samples = Int16Array.from({ length: 3_000 }, () => Math.round((random.fraction() - 0.5) * 60_000));
    const resampler = new Resampler(from, to);
    const parts: number[] = [];
    for (let at = 0, size = 0; at < samples.length; at += size) {
      size = Math.floor(random.fraction() * 200);
      parts.push(...resampler.push(samples.subarray(at, at + size)));
    }
    parts.push(...resampler.finish());
    expect(parts).toEqual([...resample(samples, from, to)]);
  });

  it('passes a constant level exactly, and saturates instead of wrapping', () => {
    const constant = resample(new Int16Array(from / 10).fill(12_345), from, to);
    expect(new Set(constant.subarray(constant.length / 4, constant.length / 2))).toEqual(new Set([12_345]));
    const square = Int16Array.from({ length: 4_000 }, (_, i) => (i % 80 < 40 ? 32_767 : -32_768));
    const steps = resample(square, from, to).map(
      (sample, i, all) => Math.abs(sample - (all[i - 1] ?? 0)) / 2,
    );
    expect(Math.max(...steps)).toBeLessThan(32_700);
  });
});

describe('resample', () => {
  it('returns audio of the same rate unchanged', () => {
    expect(resample(Int16Array.of(1, -2, 3), 8_000, 8_000)).toEqual(Int16Array.of(1, -2, 3));
  });

  it.each([0, -8_000, 7_999, 8_001, 96_000, NaN, Infinity])('refuses the rate %f', (rate) => {
    expect(isResampledRate(rate)).toBe(false);
    expect(() => resample(new Int16Array(1), rate, 8_000)).toThrow(RangeError);
  });
});
