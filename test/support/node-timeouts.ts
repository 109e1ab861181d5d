import type { TimeoutFunctions } from '../../src/core/clock.ts';
import type { ManualClock } from '../../src/core/manual-clock.ts';

/** Returns `setTimeout` and `clearTimeout` of Node on a manual clock: a delay above 2^31 - 1 ms becomes 1 ms. */
export function nodeTimeouts(clock: ManualClock): TimeoutFunctions {
  return {
    set: (run, delayMs) => clock.after(delayMs > 2 ** 31 - 1 ? 1 : delayMs, run),
    clear: (handle) => (handle as ReturnType<ManualClock['after']>).cancel(),
  };
}
