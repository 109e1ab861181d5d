import { describe, expect, it } from 'vitest';
import { frameSamples } from './jitter-buffer.ts';
import { PacketLossConcealer } from './packet-loss-concealer.ts';

/** Returns frame `index` of a 125 Hz tone: a period of 64 samples. */
const tone = (index: number) =>
  Int16Array.from({ length: frameSamples }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * (index * frameSamples + i)) / 64)),
  );

const peak = (frame: Int16Array) => frame.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

function createAfterTone(): PacketLossConcealer {
  const concealer = new PacketLossConcealer();
  for (let index = 0; index < 3; index++) concealer.accept(tone(index));
  return concealer;
}

describe('PacketLossConcealer', () => {
  it('continues pitch and phase in a lost frame', () => {
    const concealed = new Int16Array(frameSamples);
    createAfterTone().conceal(concealed);
    const expected = tone(3);
    for (let i = 0; i < 80; i++) expect(Math.abs(concealed[i]! - expected[i]!)).toBeLessThan(200);
  });

  it('fades to silence within 60 ms', () => {
    const concealer = createAfterTone();
    const frames = Array.from({ length: 4 }, () => {
      const concealed = new Int16Array(frameSamples);
      concealer.conceal(concealed);
      return peak(concealed);
    });
    expect(frames[0]).toBeGreaterThan(7500);
    expect(frames[2]).toBeLessThan(frames[1]!);
    expect(frames[3]).toBe(0);
  });

  it('returns to received audio without a discontinuity', () => {
    const concealer = createAfterTone();
    const concealed = new Int16Array(frameSamples);
    concealer.conceal(concealed);
    const received = Int16Array.from(tone(4), (sample) => -sample);
    concealer.accept(received);
    const joined = [...concealed.subarray(-20), ...received.subarray(0, 60)];
    const steps = joined.slice(1).map((sample, i) => Math.abs(sample - joined[i]!));
    expect(Math.max(...steps)).toBeLessThan(1600);
  });

  it('conceals silence with silence', () => {
    const concealed = new Int16Array(frameSamples).fill(5);
    new PacketLossConcealer().conceal(concealed);
    expect(peak(concealed)).toBe(0);
  });
});
