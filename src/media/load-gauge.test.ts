import { describe, expect, it } from 'vitest';
import { LatenessHistogram, LoadGauge } from './load-gauge.ts';

describe('LatenessHistogram', () => {
  it('returns percentiles with a resolution of 0.1 ms', () => {
    const histogram = new LatenessHistogram();
    for (let i = 0; i < 99; i++) histogram.record(0.25);
    histogram.record(40);
    expect(histogram.percentileMs(0.5)).toBeCloseTo(0.3);
    expect(histogram.percentileMs(0.999)).toBeCloseTo(40.1);
    histogram.clear();
    expect(histogram.percentileMs(0.99)).toBe(0);
  });

  it('limits percentiles to its range', () => {
    const histogram = new LatenessHistogram();
    for (const latenessMs of [-1, 1e6, Number.NaN]) histogram.record(latenessMs);
    expect(histogram.percentileMs(1)).toBeCloseTo(100.1);
  });
});

/** Simulates a second with this lateness of every tick, overrun of every sleep, and utilisation. */
function simulateSecond(gauge: LoadGauge, latenessMs: number, overrunMs: number, utilisation: number): void {
  for (let i = 0; i < 200; i++) {
    gauge.recordTick(latenessMs);
    gauge.recordSleep((1 - utilisation) * 5, overrunMs);
  }
  gauge.endSecond(1000);
}

describe('LoadGauge', () => {
  it('is overloaded after five seconds of ticks that are later than the timer jitter by more than 3 ms', () => {
    const gauge = new LoadGauge();
    simulateSecond(gauge, 1, 1, 0.2);
    for (let i = 0; i < 4; i++) simulateSecond(gauge, 5.5, 2, 0.2);
    expect(gauge.overloaded).toBe(false);
    simulateSecond(gauge, 5.5, 2, 0.2);
    expect(gauge.overloaded).toBe(true);
    simulateSecond(gauge, 1, 1, 0.2);
    expect(gauge.overloaded).toBe(false);
  });

  it('does not attribute timer jitter of the machine to the calls', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 6; i++) simulateSecond(gauge, 5, 4, 0.2);
    expect(gauge.overloaded).toBe(false);
    expect(gauge.timerJitterMs).toBeCloseTo(4.1);
  });

  it('is overloaded if packets leave a whole frame late, whatever the cause', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 5; i++) simulateSecond(gauge, 25, 24, 0.2);
    expect(gauge.overloaded).toBe(true);
  });

  it('is overloaded after five seconds with a utilisation above three quarters', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 5; i++) simulateSecond(gauge, 0.5, 0.5, 0.8);
    expect(gauge.utilisation).toBeCloseTo(0.8);
    expect(gauge.overloaded).toBe(true);
  });

  it('resets the load when no calls are left', () => {
    const gauge = new LoadGauge();
    for (let i = 0; i < 5; i++) simulateSecond(gauge, 50, 0.5, 0.9);
    gauge.reset();
    expect([gauge.overloaded, gauge.utilisation, gauge.latenessP99Ms]).toEqual([false, 0, 0]);
  });
});
