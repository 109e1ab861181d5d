import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateGate } from './rate-gate.ts';

/** Returns the times at which calls pass the gate. Each call arrives after a pause and waits for the gate. */
function passAll(calls: number, windowMs: number, pausesMs: readonly number[]): number[] {
  const gate = new RateGate({ calls, windowMs });
  const passTimesMs: number[] = [];
  let nowMs = 0;
  for (const pauseMs of pausesMs) {
    nowMs += pauseMs;
    nowMs += gate.waitMs(nowMs);
    gate.pass(nowMs);
    passTimesMs.push(nowMs);
  }
  return passTimesMs;
}

const maxInWindow = (instants: readonly number[], windowMs: number): number =>
  Math.max(
    ...instants.map(
      (startMs) => instants.filter((atMs) => atMs >= startMs && atMs < startMs + windowMs).length,
    ),
  );

describe('RateGate', () => {
  it('passes all calls of a window immediately and the next call one window after the first', () => {
    expect(passAll(3, 1000, [0, 0, 0, 0, 0])).toEqual([0, 0, 0, 1000, 1000]);
  });

  it('never exceeds the limit in any window', () => {
    const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 700 })), { maxLength: 120 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), pauses, (rate, pausesMs) => {
        fc.pre(pausesMs.length > 0);
        expect(maxInWindow(passAll(rate, 1000, pausesMs), 1000)).toBeLessThanOrEqual(rate);
      }),
    );
  });
});
