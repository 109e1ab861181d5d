import { sleepWith, systemClock, type Clock } from '../../src/core/clock.ts';

/** Returns a system clock whose timers and monotonic time run `factor` times faster. */
export function fastClock(factor: number): Clock {
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonicMs: () => systemClock.monotonicMs() * factor,
    after: (delayMs, run) => systemClock.after(delayMs / factor, run),
    sleep: (delayMs, signal) => sleepWith(clock, delayMs, signal),
  };
  return clock;
}
