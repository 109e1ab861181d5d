import { sleepWith, type Clock } from '../../src/core/clock.ts';

/** A clock that counts its pending timers. */
export class CountingClock implements Clock {
  readonly #clock: Clock;
  pendingTimers = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  after(delayMs: number, run: () => void) {
    this.pendingTimers += 1;
    let isSet = true;
    const countEnd = () => {
      if (isSet) this.pendingTimers -= 1;
      isSet = false;
    };
    const timer = this.#clock.after(delayMs, () => {
      countEnd();
      run();
    });
    return {
      cancel: () => {
        timer.cancel();
        countEnd();
      },
    };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepWith(this, delayMs, signal);
  }
}
