import { sleepWith, type Clock } from './clock.ts';

/** Returns a clock whose timers never throw: `onError` receives the errors of their callbacks. */
export function createGuardedClock(clock: Clock, onError: (error: unknown) => void): Clock {
  const guarded: Clock = {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, run) =>
      clock.after(delayMs, () => {
        try {
          run();
        } catch (error) {
          onError(error);
        }
      }),
    sleep: (delayMs, signal) => sleepWith(guarded, delayMs, signal),
  };
  return guarded;
}
