import type { Clock, Timer } from '../core/clock.ts';

/** The start leaves 35 MB of garbage. */
const collectAfterStartMs = 2_000;
const checkEveryMs = 5_000;
/** 40 s without work: SIP transactions end 32 s after the last message (RFC 3261 §17). */
const idleChecks = 8;
/** Maximum share of a CPU that the main thread of an idle service uses. It uses less than 2 %; the retransmissions after a flood use 4 %. */
const maxUtilisation = 0.03;

export interface IdleCollectorOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Returns whether the thread had no work since the last call. */
  readonly isUnused: () => boolean;
  readonly hasCalls: () => boolean;
  readonly collect: () => void;
}

/**
 * Collects garbage once after the start, and once after each period of work when the service has been idle for 40 s. V8 collects garbage
 * only during allocation, or 100 s after its last collection, so that an idle service would keep the memory of its start or of a flood.
 * Returns the function that stops the checks.
 */
export function collectWhenIdle({ clock, isUnused, hasCalls, collect }: IdleCollectorOptions): () => void {
  let idleFor = 0;
  const isIdle = () => isUnused() && !hasCalls();
  const afterStart = clock.after(collectAfterStartMs, () => {
    if (!hasCalls()) collect();
  });
  let timer: Timer = clock.after(checkEveryMs, check);
  function check(): void {
    timer = clock.after(checkEveryMs, check);
    idleFor = isIdle() ? idleFor + 1 : 0;
    if (idleFor !== idleChecks) return;
    collect();
    // The collection itself is no work that ends the idle period.
    isIdle();
  }
  return () => {
    afterStart.cancel();
    timer.cancel();
  };
}

/**
 * Returns a function that returns whether the main thread used nearly no CPU time since its last call. The utilisation of the event loop
 * is not used: it includes the time in which other processes have the CPU.
 */
export function createIdleCheck(clock: Pick<Clock, 'monotonicMs'>): () => boolean {
  let since = { atMs: clock.monotonicMs(), usage: process.threadCpuUsage() };
  return () => {
    const { user, system } = process.threadCpuUsage(since.usage);
    const elapsedMs = clock.monotonicMs() - since.atMs;
    since = { atMs: clock.monotonicMs(), usage: process.threadCpuUsage() };
    return (user + system) / 1000 < elapsedMs * maxUtilisation;
  };
}
