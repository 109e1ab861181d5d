import type { Clock } from '../../src/core/clock.ts';
import type * as EmitterModule from '../../src/core/emitter.ts';
import type * as GuardedClockModule from '../../src/core/guarded-clock.ts';
import { rethrowUncaught } from '../../src/contracts/testing/rethrow-uncaught.ts';

/** How often one kind of event at one emitter counts as a place for a fault: sound comes 25 times a second. */
const repeatsMost = 2;

/** Faults in listeners and timers: counts the places that a run passes, and throws at one of them. */
export class Faults {
  /** Places passed in this run. */
  passed = 0;
  /** The place to throw at, from 1; 0 for none. */
  target = 0;
  /** What the place that was struck was for. */
  struck: string | undefined;
  #seen = new Map<string, number>();

  begin(target: number): void {
    this.passed = 0;
    this.target = target;
    this.struck = undefined;
    this.#seen = new Map();
  }

  pass(what: string): void {
    this.passed += 1;
    if (this.passed !== this.target) return;
    this.struck = what;
    throw new Error(`a fault in ${what}`);
  }

  passEvent(type: string): void {
    const count = (this.#seen.get(type) ?? 0) + 1;
    this.#seen.set(type, count);
    if (count <= repeatsMost || !['audio', 'speech-audio'].includes(type)) this.pass(`a listener of ${type}`);
  }
}

/** The emitters of fakes are no part of the program. */
export function faultyEmitter(faults: Faults, original: typeof EmitterModule): typeof EmitterModule {
  class Emitter<Event> extends original.Emitter<Event> {
    readonly #isFake: boolean;

    constructor(onError: (error: unknown) => void) {
      super(onError);
      this.#isFake = onError === rethrowUncaught;
    }

    override on(listener: (event: Event) => void): () => void {
      if (this.#isFake) return super.on(listener);
      return super.on((event) => {
        faults.passEvent((event as { type: string }).type);
        listener(event);
      });
    }
  }
  return { ...original, Emitter };
}

/** Throws where the callback of a timer would; a timer that several clocks guard is one place. */
export function faultyGuardedClock(
  faults: Faults,
  original: typeof GuardedClockModule,
): typeof GuardedClockModule {
  const guards = new WeakSet<() => void>();
  const guardedClock = (clock: Clock, onError: (error: unknown) => void): Clock => {
    const after: Clock['after'] = (delayMs, run) => {
      const isPlace = !guards.has(run);
      const guard = () => {
        try {
          if (isPlace) faults.pass('a timer');
          run();
        } catch (error) {
          onError(error);
        }
      };
      guards.add(guard);
      return clock.after(delayMs, guard);
    };
    return {
      ...original.createGuardedClock(clock, onError),
      after,
      sleep: (delayMs, signal) => clock.sleep(delayMs, signal),
    };
  };
  return { ...original, createGuardedClock: guardedClock };
}
