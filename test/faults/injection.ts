import type { Clock } from '../../src/core/clock.ts';
import type * as EmitterModule from '../../src/core/emitter.ts';
import type * as GuardedClockModule from '../../src/core/guarded-clock.ts';
import { rethrowUncaught } from '../../src/contracts/testing/rethrow-uncaught.ts';

/** How often one type of event at one emitter counts as a fault point: audio events occur 25 times per second. */
const maxRepeats = 2;

/** Injects faults into listeners and timers: counts the fault points that a run reaches, and throws at one of them. */
export class FaultInjector {
  /** Number of fault points reached in this run. */
  reached = 0;
  /** The fault point to throw at, from 1; 0 for none. */
  target = 0;
  /** Description of the fault point that threw. */
  threwAt: string | undefined;
  /** Whether new emitters and clocks have fault points. */
  isArmed = true;
  #eventCounts = new Map<string, number>();

  start(target: number): void {
    this.reached = 0;
    this.target = target;
    this.threwAt = undefined;
    this.#eventCounts = new Map();
  }

  reach(point: string): void {
    this.reached += 1;
    if (this.reached !== this.target) return;
    this.threwAt = point;
    throw new Error(`a fault in ${point}`);
  }

  reachEvent(type: string): void {
    const count = (this.#eventCounts.get(type) ?? 0) + 1;
    this.#eventCounts.set(type, count);
    if (count <= maxRepeats || !['audio', 'speech-audio'].includes(type)) this.reach(`a listener of ${type}`);
  }
}

/** Injects faults into emitters. Emitters of fakes are excluded. */
export function faultyEmitter(faults: FaultInjector, original: typeof EmitterModule): typeof EmitterModule {
  class Emitter<Event> extends original.Emitter<Event> {
    readonly #isFake: boolean;

    constructor(onError: (error: unknown) => void) {
      super(onError);
      this.#isFake = onError === rethrowUncaught || !faults.isArmed;
    }

    override on(listener: (event: Event) => void): () => void {
      if (this.#isFake) return super.on(listener);
      return super.on((event) => {
        faults.reachEvent((event as { type: string }).type);
        listener(event);
      });
    }
  }
  return { ...original, Emitter };
}

/** Injects faults into timer callbacks. A timer that several clocks guard is one fault point. */
export function faultyGuardedClock(
  faults: FaultInjector,
  original: typeof GuardedClockModule,
): typeof GuardedClockModule {
  const guards = new WeakSet<() => void>();
  const guardedClock = (clock: Clock, onError: (error: unknown) => void): Clock => {
    const { isArmed } = faults;
    const after: Clock['after'] = (delayMs, run) => {
      const isFaultPoint = isArmed && !guards.has(run);
      const guard = () => {
        try {
          if (isFaultPoint) faults.reach('a timer');
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
