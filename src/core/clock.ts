/** A timer that has been set. Cancelling it twice, or after it fired, does nothing. */
export interface Timer {
  cancel(): void;
}

/** Time, handed in, so that tests neither wait nor flake. All durations are milliseconds. */
export interface Clock {
  /** Wall clock: milliseconds since the Unix epoch. May jump. */
  now(): number;
  /** Milliseconds on a clock that never goes back; its zero is arbitrary. For measuring, never for storing. */
  monotonicMs(): number;
  /** Calls `run` once after `delayMs` (0 or more). */
  after(delayMs: number, run: () => void): Timer;
  /** Resolves after `delayMs`; rejects with the signal's reason when aborted first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** `sleep` for any clock that has `after`. */
export function sleepOn(clock: Pick<Clock, 'after'>, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = () => {
      timer.cancel();
      reject(signal!.reason as Error);
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const handle = setTimeout(run, delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
  sleep: (delayMs, signal) => sleepOn(systemClock, delayMs, signal),
};
