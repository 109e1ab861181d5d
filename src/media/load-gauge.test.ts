import { describe, expect, it } from 'vitest';
import { LatenessHistogram, LoadGauge } from './load-gauge.ts';

describe('LatenessHistogram', () => {
  it('tells percentiles to a tenth of a millisecond', () => {
    const histogram = new LatenessHistogram();
    for (let i = 0; i < 99; i++) histogram.record(0.25);
    histogram.record(40);
    expect(histogram.percentileMs(0.5)).toBeCloseTo(0.3);
    expect(histogram.percentileMs(0.999)).toBeCloseTo(40.1);
    histogram.clear();
    expect(histogram.percentileMs(0.99)).toBe(0);
  });

  it('keeps what is beyond its range in the last place', () => {
    const histogram = new LatenessHistogram();
    for (const latenessMs of [-1, 1e6, Number.NaN]) histogram.record(latenessMs);
    expect(histogram.percentileMs(1)).toBeCloseTo(100.1);
  });
});

/** A second in which every tick was this late and every sleep overran as told. */
function second(gauge: LoadGauge, latenessMs: number, overrunMs: number, busy: number): void {
  for (let i = 0; i < 200; i++) {
    gauge.tick(latenessMs);
    gauge.slept((1 - busy) * 5, overrunMs);
  }
  gauge.endSecond(1000);
}

describe('LoadGauge', () => {
  it('is overloaded after five seconds of ticks that are 3 ms later than the timers themselves', () => {
    const gauge = new LoadGauge();
    second(gauge, 1, 1, 0.2);
    for (let i = 0; i < 4; i++) second(gauge, 5.5, 2, 0.2);
    expect(gauge.overloaded).toBe(false);
    second(gauge, 5.5, 2, 0.2);
    expect(gauge.overloaded).toBe(true);
    second(gauge, 1, 1, 0.2);
    expect(gauge.overloaded).toBe(false);
  });

  it('lays the noise of the machine to nobody’s charge', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 6; i++) second(gauge, 5, 4, 0.2);
    expect(gauge.overloaded).toBe(false);
    expect(gauge.noiseFloorMs).toBeCloseTo(4.1);
  });

  it('is overloaded where packets leave a whole frame late, whoever is to blame', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 5; i++) second(gauge, 25, 24, 0.2);
    expect(gauge.overloaded).toBe(true);
  });

  it('is overloaded after five seconds that were more than three quarters busy', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 5; i++) second(gauge, 0.5, 0.5, 0.8);
    expect(gauge.busy).toBeCloseTo(0.8);
    expect(gauge.overloaded).toBe(true);
  });

  it('forgets the load when the calls are gone', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 5; i++) second(gauge, 50, 0.5, 0.9);
    gauge.rest();
    expect([gauge.overloaded, gauge.busy, gauge.latenessP99Ms]).toEqual([false, 0, 0]);
  });
});
