import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

describe('ManualClock', () => {
  it('runs timers at their instant, ordered by time and then by creation', async () => {
    const clock = new ManualClock(1_000);
    const calls: [string, number][] = [];
    for (const [name, delayMs] of [
      ['b', 20],
      ['a', 10],
      ['c', 20],
    ] as const) {
      clock.after(delayMs, () => calls.push([name, clock.now()]));
    }
    await clock.advance(25);
    expect(calls).toEqual([
      ['a', 1_010],
      ['b', 1_020],
      ['c', 1_020],
    ]);
    expect(clock.now()).toBe(1_025);
    expect(clock.monotonicMs()).toBe(25);
  });

  it('accepts long and infinite delays and rejects NaN', async () => {
    const clock = new ManualClock();
    const calls: number[] = [];
    for (const delayMs of [-5, 40 * 86_400_000, Infinity]) clock.after(delayMs, () => calls.push(delayMs));
    await clock.advance(40 * 86_400_000 - 1);
    expect(calls).toEqual([-5]);
    await clock.advance(1);
    expect([calls.length, clock.pendingTimers]).toEqual([2, 1]);
    expect(() => clock.after(Number.NaN, () => undefined)).toThrow(RangeError);
  });

  it('runs timers that are set by timers within the same advance', async () => {
    const clock = new ManualClock();
    let elapsedMs = 0;
    clock.after(10, () => clock.after(10, () => (elapsedMs = clock.monotonicMs())));
    await clock.advance(30);
    expect(elapsedMs).toBe(20);
  });

  it('neither runs nor counts a cancelled timer', async () => {
    const clock = new ManualClock();
    let wasCalled = false;
    const timer = clock.after(5, () => (wasCalled = true));
    timer.cancel();
    timer.cancel();
    await clock.advance(10);
    expect(wasCalled).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });

  it('resolves a sleep after its delay, and removes the timer of an aborted sleep', async () => {
    const clock = new ManualClock();
    const sleeping = clock.sleep(100).then(() => clock.monotonicMs());
    const abort = new AbortController();
    const aborted = clock.sleep(100, abort.signal);
    abort.abort(new Error('aborted'));
    await expect(aborted).rejects.toThrow('aborted');
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(100);
    await expect(sleeping).resolves.toBe(100);
  });

  it('rejects a sleep immediately if its signal is already aborted', async () => {
    await expect(new ManualClock().sleep(1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('runs timers on elapsed time when the wall clock jumps', async () => {
    const clock = new ManualClock(0);
    let at = -1;
    clock.after(50, () => (at = clock.now()));
    clock.jumpTo(-10_000);
    await clock.advance(50);
    expect(at).toBe(-9_950);
  });
});
