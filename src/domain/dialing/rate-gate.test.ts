import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateGate } from './rate-gate.ts';

/** Lets calls through as soon as the gate does, each asked for after a pause: when they passed. */
function passAll(callsPerSecond: number, pausesMs: readonly number[]): number[] {
  const gate = new RateGate(callsPerSecond);
  const passed: number[] = [];
  let nowMs = 0;
  for (const pauseMs of pausesMs) {
    nowMs += pauseMs;
    nowMs += gate.waitMs(nowMs);
    gate.pass(nowMs);
    passed.push(nowMs);
  }
  return passed;
}

const mostInWindow = (instants: readonly number[], windowMs: number): number =>
  Math.max(
    ...instants.map(
      (startMs) => instants.filter((atMs) => atMs >= startMs && atMs < startMs + windowMs).length,
    ),
  );

describe('the gate of a rate', () => {
  it('lets as many pass at once as a second may have, and the next a second after the first', () => {
    expect(passAll(3, [0, 0, 0, 0, 0])).toEqual([0, 0, 0, 1000, 1000]);
  });

  it.each([
    [0.5, [0, 2000, 4000]],
    [2.5, [0, 0, 0, 1200, 1200, 1200, 2400]],
  ])('keeps %d a second as whole calls in a longer window', (rate, expected) => {
    expect(
      passAll(
        rate,
        expected.map(() => 0),
      ),
    ).toEqual(expected);
  });

  it('has no second, wherever it begins, with more calls than the rate', () => {
    const pauses = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 700 })), { maxLength: 120 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), pauses, (rate, pausesMs) => {
        fc.pre(pausesMs.length > 0);
        expect(mostInWindow(passAll(rate, pausesMs), 1000)).toBeLessThanOrEqual(rate);
      }),
    );
  });
});
