import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock, Timer } from '../core/clock.ts';

const checkEveryMs = 15_000;
/** 60 s without work: SIP transactions end 32 s after the last message. */
const idleChecks = 4;
/** Maximum utilisation of the event loop of an idle service. */
const maxUtilisation = 0.1;

export interface IdleCollectorOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Returns whether the service was idle since the last call. */
  readonly isIdle: () => boolean;
  readonly collect: () => void;
}

/**
 * Collects garbage once after each period of work, when the service has been idle for a minute. V8 collects garbage only during
 * allocation, or 100 s after its last collection, so that an idle service would keep the memory of a flood. Returns the function that
 * stops the checks.
 */
export function collectWhenIdle({ clock, isIdle, collect }: IdleCollectorOptions): () => void {
  let idleFor = 0;
  let timer: Timer = clock.after(checkEveryMs, check);
  function check(): void {
    timer = clock.after(checkEveryMs, check);
    idleFor = isIdle() ? idleFor + 1 : 0;
    if (idleFor !== idleChecks) return;
    collect();
    // The collection itself is no work that ends the idle period.
    isIdle();
  }
  return () => timer.cancel();
}

/** Returns a function that collects the garbage of the main thread and returns its pages to the system. */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  return () => collect({ type: 'major', execution: 'sync' });
}

/** Returns a function that returns whether the event loop was nearly unused since its last call. */
export function createIdleCheck(): () => boolean {
  let since = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    return utilization < maxUtilisation;
  };
}
