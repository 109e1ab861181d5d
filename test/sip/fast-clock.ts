import { sleepWith, systemClock, type Clock } from '../../src/core/clock.ts';

/** The machine's clock with timers that run `factor` times as fast: a protocol's half minutes pass in a second of the test. */
export function fastClock(factor: number): Clock {
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonicMs: () => systemClock.monotonicMs() * factor,
    after: (delayMs, run) => systemClock.after(delayMs / factor, run),
    sleep: (delayMs, signal) => sleepWith(clock, delayMs, signal),
  };
  return clock;
}
