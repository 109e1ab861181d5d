import { describe, expect, it } from 'vitest';
import { doubleRate, halveRate } from './resample.ts';

function tone(hz: number, sampleRate: number, samples: number): Int16Array {
  return Int16Array.from(
    { length: samples },
    (_, i) => 16_000 * Math.sin((2 * Math.PI * hz * i) / sampleRate),
  );
}

/** Returns the power of the middle half in dB, relative to a tone of amplitude 16,000. */
function levelDb(samples: Int16Array): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  const meanSquare = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
  return 10 * Math.log10(meanSquare / (16_000 ** 2 / 2) + 1e-12);
}

describe('halveRate', () => {
  it.each([300, 1000, 2500, 3400])('passes %i Hz unchanged', (hz) => {
    expect(Math.abs(levelDb(halveRate(tone(hz, 16_000, 8000))))).toBeLessThan(0.2);
  });

  it.each([4300, 5000, 6500, 7900])('suppresses the alias of %i Hz', (hz) => {
    expect(levelDb(halveRate(tone(hz, 16_000, 8000)))).toBeLessThan(-65);
  });

  it('adds no delay', () => {
    const impulse = new Int16Array(201);
    impulse[100] = 30_000;
    const halved = halveRate(impulse);
    expect(halved.indexOf(Math.max(...halved))).toBe(50);
    expect(halved).toHaveLength(101);
  });

  it('saturates instead of wrapping', () => {
    const square = Int16Array.from({ length: 4000 }, (_, i) => (i % 40 < 20 ? 32767 : -32768));
    const halved = halveRate(square);
    for (let i = 60; i < 1900; i++) expect(Math.abs(halved[i]! - halved[i - 1]!)).toBeLessThan(60_000);
  });

  it('accepts an empty input', () => {
    expect(halveRate(new Int16Array(0))).toHaveLength(0);
  });
});

describe('doubleRate', () => {
  it('interpolates linearly, also across two consecutive calls', () => {
    const to = new Int16Array(4);
    doubleRate(Int16Array.of(100, 200), to, 0);
    expect([...to]).toEqual([50, 100, 150, 200]);
    doubleRate(Int16Array.of(-200, -32768), to, 200);
    expect([...to]).toEqual([0, -200, -16484, -32768]);
  });
});
