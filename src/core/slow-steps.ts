import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

/** Runs one step of the startup. `waitsFor` is a noun phrase for the log, such as `the database server`. */
export type RunStep = <T>(waitsFor: string, work: () => Promise<T>) => Promise<T>;

const firstReportMs = 2_000;
const nextReportMs = 10_000;

/** Returns a function that runs a step and logs it if it takes longer than 2 s, then every 10 s until it ends. */
export function createSlowStepReporter({
  clock,
  logger,
}: {
  readonly clock: Clock;
  readonly logger: Logger;
}): RunStep {
  return async (waitsFor, work) => {
    const startedMs = clock.monotonicMs();
    let timer = clock.after(firstReportMs, function report() {
      const seconds = Math.round((clock.monotonicMs() - startedMs) / 1000);
      logger.info({ waitsFor, seconds }, 'Startup is waiting.');
      timer = clock.after(nextReportMs, report);
    });
    try {
      return await work();
    } finally {
      timer.cancel();
    }
  };
}
