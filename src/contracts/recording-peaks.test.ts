import { describe, expect, it } from 'vitest';
import { mergePeaks, peaksOf } from './recording-peaks.ts';

describe('peaksOf', () => {
  it('returns the highest level of each side in each frame, and ignores an incomplete frame', () => {
    const samples = Int16Array.of(0, 128, -256, 0, 32_767, -32_768, 1, 1, 9_999, 9_999);
    expect([...peaksOf(samples, 2)]).toEqual([2, 1, 255, 255]);
  });
});

describe('mergePeaks', () => {
  const peaks = Uint8Array.of(1, 10, 5, 20, 3, 90, 4, 40, 2, 50);

  it('keeps every value if they fit', () => {
    expect(mergePeaks(peaks, 5)).toEqual({
      intervalMs: 20,
      customer: [1, 5, 3, 4, 2],
      agent: [10, 20, 90, 40, 50],
    });
  });

  it('keeps the highest value of each interval otherwise', () => {
    expect(mergePeaks(peaks, 3)).toEqual({ intervalMs: 40, customer: [5, 4, 2], agent: [20, 90, 50] });
    expect(mergePeaks(peaks, 1)).toEqual({ intervalMs: 100, customer: [5], agent: [90] });
  });

  it('returns nothing for an empty recording', () => {
    expect(mergePeaks(new Uint8Array(0), 10)).toEqual({ intervalMs: 20, customer: [], agent: [] });
  });
});
