import { describe, expect, it } from 'vitest';
import { frameSamples } from './jitter-buffer.ts';
import { PacketLossConcealer } from './packet-loss-concealer.ts';

/** Returns frame `index` of a 125 Hz tone: a period of 64 samples. */
const tone = (index: number) =>
  Int16Array.from({ length: frameSamples }, (_, i) =>
    Math.round(8000 * Math.sin((2 * Math.PI * (index * frameSamples + i)) / 64)),
  );

const peak = (frame: Int16Array) => frame.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

function afterTone(): PacketLossConcealer {
  const concealer = new PacketLossConcealer();
  for (let index = 0; index < 3; index++) concealer.accept(tone(index));
  return concealer;
}

describe('PacketLossConcealer', () => {
  it('continues pitch and phase in a lost frame', () => {
    const made = new Int16Array(frameSamples);
    afterTone().conceal(made);
    const expected = tone(3);
    for (let i = 0; i < 80; i++) expect(Math.abs(made[i]! - expected[i]!)).toBeLessThan(200);
  });

  it('fades to silence within 60 ms', () => {
    const concealer = afterTone();
    const frames = Array.from({ length: 4 }, () => {
      const made = new Int16Array(frameSamples);
      concealer.conceal(made);
      return peak(made);
    });
    expect(frames[0]).toBeGreaterThan(7500);
    expect(frames[2]).toBeLessThan(frames[1]!);
    expect(frames[3]).toBe(0);
  });

  it('returns to received audio without a discontinuity', () => {
    const concealer = afterTone();
    const made = new Int16Array(frameSamples);
    concealer.conceal(made);
    const real = Int16Array.from(tone(4), (sample) => -sample);
    concealer.accept(real);
    const joined = [...made.subarray(-20), ...real.subarray(0, 60)];
    const steps = joined.slice(1).map((sample, i) => Math.abs(sample - joined[i]!));
    expect(Math.max(...steps)).toBeLessThan(1600);
  });

  it('conceals silence with silence', () => {
    const made = new Int16Array(frameSamples).fill(5);
    new PacketLossConcealer().conceal(made);
    expect(peak(made)).toBe(0);
  });
});
