import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { DtmfDetector } from './dtmf-detector.ts';
import { dtmfTone } from './dtmf-generator.ts';
import { decodeUlaw, encodeUlaw } from './g711.ts';

const everyDigit = '1234567890*#ABCD';
const random = seededRandom(7);

function roundTripUlaw(samples: Int16Array): Int16Array {
  const codes = new Uint8Array(samples.length);
  encodeUlaw(samples, codes);
  const decoded = new Int16Array(samples.length);
  decodeUlaw(codes, decoded);
  return decoded;
}

function digitTones(digits: string, onMs: number, offMs: number): Int16Array {
  const parts = [...digits].flatMap((digit) => [dtmfTone(digit, onMs), new Int16Array(offMs * 8)]);
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

function noisy(samples: Int16Array, amplitude: number): Int16Array {
  return samples.map((sample) => sample + (random.fraction() * 2 - 1) * amplitude);
}

function detect(samples: Int16Array, chunkSamples = 160): string {
  let digits = '';
  const detector = new DtmfDetector((digit) => (digits += digit));
  for (let at = 0; at < samples.length; at += chunkSamples)
    detector.push(samples.subarray(at, at + chunkSamples));
  return digits;
}

describe('DtmfDetector', () => {
  it.each([
    [100, 60],
    [50, 50],
    [40, 40],
  ])('detects every digit of %i ms with gaps of %i ms', (onMs, offMs) => {
    expect(detect(roundTripUlaw(digitTones(everyDigit, onMs, offMs)))).toBe(everyDigit);
  });

  it('reports a repeated digit twice', () => {
    expect(detect(digitTones('55500', 60, 60))).toBe('55500');
  });

  it('reports a held digit once', () => {
    expect(detect(digitTones('7', 1500, 60))).toBe('7');
  });

  it('detects quiet digits and digits in noise', () => {
    expect(detect(roundTripUlaw(digitTones(everyDigit, 80, 60).map((sample) => sample * 0.08)))).toBe(
      everyDigit,
    );
    expect(detect(roundTripUlaw(noisy(digitTones(everyDigit, 80, 60), 2500)))).toBe(everyDigit);
  });

  it('returns the same result for any chunk size', () => {
    const samples = digitTones(everyDigit, 70, 50);
    expect(detect(samples, 1)).toBe(everyDigit);
    expect(detect(samples, 7777)).toBe(everyDigit);
  });

  it('ignores a 20 ms tone, a single tone and noise', () => {
    const whistle = Int16Array.from(
      { length: 8000 },
      (_, i) => 8000 * Math.sin((2 * Math.PI * 770 * i) / 8000),
    );
    expect(detect(digitTones(everyDigit, 20, 60))).toBe('');
    expect(detect(whistle)).toBe('');
    expect(detect(noisy(new Int16Array(16_000), 9000))).toBe('');
  });

  it('reports the duration of each digit', () => {
    const lengths: number[] = [];
    const detector = new DtmfDetector(
      () => {},
      (_, durationMs) => lengths.push(durationMs),
    );
    detector.push(digitTones('12', 100, 100));
    expect(lengths).toHaveLength(2);
    for (const lengthMs of lengths) expect(Math.abs(lengthMs - 100)).toBeLessThan(20);
    expect(detector.activeDigit).toBe('');
  });
});

describe('dtmfTone', () => {
  it('has the requested length and ramps at both ends', () => {
    const tone = dtmfTone('5', 100);
    expect(tone).toHaveLength(800);
    expect(Math.abs(tone[1]!)).toBeLessThan(1500);
    expect(tone[799]).toBe(0);
  });

  it('rejects a character that is not a DTMF digit', () => {
    expect(() => dtmfTone('12', 100)).toThrow(RangeError);
    expect(() => dtmfTone('E', 100)).toThrow(RangeError);
  });
});
