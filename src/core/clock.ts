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
  /**
   * Calls `run` once after `delayMs`, however long that is: a negative delay counts as 0, `Infinity` never ends. Throws
   * RangeError for NaN.
   */
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

/** @throws {RangeError} if `delayMs` is not a number */
export function checkDelay(delayMs: number): void {
  if (Number.isNaN(delayMs)) throw new RangeError('The delay of a timer must be a number of milliseconds.');
}

/** `setTimeout` and `clearTimeout`, or their stand-ins in tests. */
export interface TimeoutFunctions {
  set(run: () => void, delayMs: number): unknown;
  clear(handle: unknown): void;
}

/** The longest delay of `setTimeout`, 24.8 days: it fires after 1 ms for anything longer. */
const timeoutMsMax = 2 ** 31 - 1;

/** `Clock.after` on `setTimeout`: a delay longer than its limit is a chain of timeouts. */
export function afterOn(timeouts: TimeoutFunctions): Clock['after'] {
  return (delayMs, run) => {
    checkDelay(delayMs);
    let handle: unknown;
    const wait = (leftMs: number): void => {
      const isLast = leftMs <= timeoutMsMax;
      handle = timeouts.set(isLast ? run : () => wait(leftMs - timeoutMsMax), isLast ? leftMs : timeoutMsMax);
    };
    wait(delayMs);
    return { cancel: () => timeouts.clear(handle) };
  };
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: afterOn({
    set: (run, delayMs) => setTimeout(run, delayMs),
    clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
  }),
  sleep: (delayMs, signal) => sleepOn(systemClock, delayMs, signal),
};
