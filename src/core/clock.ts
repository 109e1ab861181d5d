/** A scheduled timer. Cancelling it twice, or after it fired, has no effect. */
export interface Timer {
  cancel(): void;
}

/** Time source, injected so that tests are deterministic and do not wait. All durations are in milliseconds. */
export interface Clock {
  /** Wall clock: milliseconds since the Unix epoch. May jump. */
  now(): number;
  /** Milliseconds of a clock that never goes back, from an arbitrary zero. For measuring durations, never for storing. */
  monotonicMs(): number;
  /**
   * Calls `run` once after `delayMs`, which has no upper limit. A negative delay counts as 0; `Infinity` never fires. Throws
   * RangeError for NaN.
   */
  after(delayMs: number, run: () => void): Timer;
  /** Resolves after `delayMs`; rejects with the signal's reason when aborted first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Implements `Clock.sleep` with `Clock.after`. */
export function sleepWith(clock: Pick<Clock, 'after'>, delayMs: number, signal?: AbortSignal): Promise<void> {
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

/** @throws {RangeError} if `delayMs` is not a number */
export function checkDelay(delayMs: number): void {
  if (Number.isNaN(delayMs)) throw new RangeError('The delay of a timer must be a number of milliseconds.');
}

/** `setTimeout` and `clearTimeout`, or their test doubles. */
export interface TimeoutFunctions {
  set(run: () => void, delayMs: number): unknown;
  clear(handle: unknown): void;
}

/** Longest delay of `setTimeout`, 24.8 days. A timeout with a longer delay fires after 1 ms. */
const maxTimeoutMs = 2 ** 31 - 1;

/** Implements `Clock.after` with `setTimeout`. A delay above the limit of `setTimeout` becomes a chain of timeouts. */
export function createAfter(timeouts: TimeoutFunctions): Clock['after'] {
  return (delayMs, run) => {
    checkDelay(delayMs);
    let handle: unknown;
    const wait = (leftMs: number): void => {
      const isLast = leftMs <= maxTimeoutMs;
      handle = timeouts.set(isLast ? run : () => wait(leftMs - maxTimeoutMs), isLast ? leftMs : maxTimeoutMs);
    };
    wait(delayMs);
    return { cancel: () => timeouts.clear(handle) };
  };
}

/** The clock of the operating system. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: createAfter({
    set: (run, delayMs) => setTimeout(run, delayMs),
    clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
  }),
  sleep: (delayMs, signal) => sleepWith(systemClock, delayMs, signal),
};
