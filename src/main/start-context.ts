import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ComponentCheck } from '../api/health.ts';
import type { Metric } from '../api/node-status.ts';
import { sipMessagesFolder } from '../contracts/sip-messages.ts';
import type { Clock } from '../core/clock.ts';
import type { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import { createSlowStepReporter, type RunStep } from '../core/slow-steps.ts';

/** Clock, random numbers and log, which tests replace. */
export interface Dependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The dependencies of every part. Errors in timers of the clock are recorded and never thrown. */
export interface GuardedDependencies extends Dependencies {
  readonly internalErrors: InternalErrors;
}

/** State shared by the parts of the service during the start. Parts register their checks, metrics and closers in it. */
export interface StartContext {
  /** `dataDir` is absolute. */
  readonly config: Config;
  readonly dependencies: GuardedDependencies;
  /** Closes the parts in the reverse order of the start. */
  readonly closers: Closers;
  /** Runs a step of the start that may wait, and logs what the start waits for. Steps are not nested. */
  readonly step: RunStep;
  /** Reports a fatal error, which ends the service. Only the first error counts. */
  readonly fail: (error: Error) => void;
  /** Resolves with the error of `fail`. */
  readonly failed: Promise<Error>;
  /** New at each start, so that it never equals the id of a dead process. */
  readonly nodeId: string;
  /** Nodes whose process is proven dead. Filled when this node is registered. */
  readonly deadNodeIds: string[];
  readonly checks: ComponentCheck[];
  readonly metrics: (() => readonly Metric[])[];
  /** Descriptions of the open ports, for display. */
  readonly listening: string[];
  readonly status: {
    /** Whether the parts that place calls have started. */
    acceptsCalls: boolean;
    draining: boolean;
    /** Returns whether this node has no capacity for another call, or for a call to `number` (E.164). */
    isOverloaded: (number?: string) => boolean;
  };
}

/** Creates the context of a start. */
export function createStartContext(
  config: Config,
  dependencies: Dependencies,
  closers: Closers,
): StartContext {
  const guarded = guardDependencies(dependencies);
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  return {
    fail,
    failed,
    config: { ...config, dataDir: path.resolve(config.dataDir) },
    dependencies: guarded,
    closers,
    step: createSlowStepReporter(dependencies),
    nodeId: `node-${randomUUID()}`,
    deadNodeIds: [],
    checks: [],
    metrics: [() => internalErrorMetrics(guarded.internalErrors)],
    listening: [],
    status: { acceptsCalls: false, draining: false, isOverloaded: () => false },
  };
}

function guardDependencies(dependencies: Dependencies): GuardedDependencies {
  const internalErrors = new InternalErrorLog(dependencies);
  const clock = createGuardedClock(dependencies.clock, (error) => internalErrors.record('timer', error));
  return { ...dependencies, clock, internalErrors };
}

function internalErrorMetrics({ counts }: InternalErrors): Metric[] {
  return Object.entries(counts).map(([where, value]) => ({
    name: 'parley_internal_errors_total',
    help: 'Internal errors, by the place that caught them.',
    type: 'counter',
    labels: { where },
    value,
  }));
}

/** Returns the folder that contains a folder of recordings per month. */
export function recordingRoot({ config }: StartContext): string {
  return recordingFolder(config.dataDir);
}

/** Returns the absolute path of the folder of recordings in a data folder. */
export function recordingFolder(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'recordings');
}

/** Returns the folder of writes that the database has not accepted yet. */
export function journalRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'journal');
}

/** Returns the folder of the liveness sockets. A longer name would lower the maximum length of the data folder's path (51 bytes). */
export function livenessRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'liveness');
}

/** Returns the folder of the dialog logs, from which calls are hung up after a crash. */
export function sipCallRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'sip-calls');
}

/** Returns the folder of the SIP messages of ended calls. */
export function sipMessageRoot({ config }: StartContext): string {
  return sipMessagesFolder(config.dataDir);
}

/** Returns the folder of uploads in progress. */
export function uploadRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'uploads');
}

/** Returns whether this is the only node: the embedded database serves one process, which holds the lock of the data folder. */
export function isOnlyNode({ config }: StartContext): boolean {
  return config.databaseUrl === undefined;
}

/** Runs `work` repeatedly until the close, with a pause between runs. */
export function runPeriodically(
  { dependencies: { clock, logger }, closers }: StartContext,
  pauseMs: number,
  work: () => Promise<unknown>,
): void {
  let running: Promise<unknown> = Promise.resolve();
  let timer = clock.after(pauseMs, function run() {
    running = work()
      .catch((error: unknown) => logger.error({ err: error }, 'Periodic work failed and will be retried.'))
      .then(() => (timer = clock.after(pauseMs, run)));
  });
  closers.add('periodic work', async () => {
    timer.cancel();
    await running;
    timer.cancel();
  });
}
