import { describe, expect, it } from 'vitest';
import { nodeTimeouts } from '../../test/support/node-timeouts.ts';
import { createAfter } from './clock.ts';
import { ManualClock } from './manual-clock.ts';

const dayMs = 86_400_000;

describe('a timer of the system clock', () => {
  const setUp = () => {
    const clock = new ManualClock();
    return { clock, after: createAfter(nodeTimeouts(clock)) };
  };

  it.each([24, 25, 40, 400])('with a delay of %d days fires once, at its time', async (days) => {
    const { clock, after } = setUp();
    const firedMs: number[] = [];
    after(days * dayMs, () => firedMs.push(clock.monotonicMs()));
    await clock.advance(days * dayMs);
    expect([firedMs, clock.pendingTimers]).toEqual([[days * dayMs], 0]);
  });

  it('never fires if it is cancelled between two timeouts of its chain', async () => {
    const { clock, after } = setUp();
    let fired = 0;
    const timer = after(60 * dayMs, () => (fired += 1));
    await clock.advance(30 * dayMs);
    timer.cancel();
    await clock.advance(60 * dayMs);
    expect([fired, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('never fires with an infinite delay, and wakes the process every 24.8 days', async () => {
    const { clock, after } = setUp();
    let fired = 0;
    const timer = after(Infinity, () => (fired += 1));
    await clock.advance(400 * dayMs);
    expect([fired, clock.pendingTimers]).toEqual([0, 1]);
    timer.cancel();
    expect(clock.pendingTimers).toBe(0);
  });

  it('rejects a delay that is not a number', () => {
    expect(() => setUp().after(Number.NaN, () => undefined)).toThrow(RangeError);
  });
});
