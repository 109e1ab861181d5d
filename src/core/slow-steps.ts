import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';

/** Runs one step of the start. `waitsFor` is a noun phrase for the log, such as `the database server`. */
export type RunStep = <T>(waitsFor: string, work: () => Promise<T>) => Promise<T>;

const firstReportMs = 2_000;
const nextReportMs = 10_000;

/** Reports a step that takes longer than 2 s in the log, then every 10 s until it ends. */
export function slowStepReporter({
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
      logger.info({ waitsFor, seconds }, 'The start is waiting.');
      timer = clock.after(nextReportMs, report);
    });
    try {
      return await work();
    } finally {
      timer.cancel();
    }
  };
}
