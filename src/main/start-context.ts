import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ComponentCheck } from '../api/health.ts';
import type { Metric } from '../api/node-status.ts';
import type { Clock } from '../core/clock.ts';
import type { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import { createSlowStepReporter, type RunStep } from '../core/slow-steps.ts';

export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** What is handed to every part: the timers of this clock never throw. */
export interface GuardedSurroundings extends Surroundings {
  readonly internalErrors: InternalErrors;
}

/** What the parts of the program share while they start, and where each says what it adds. */
export interface StartContext {
  /** `dataDir` is absolute. */
  readonly config: Config;
  readonly surroundings: GuardedSurroundings;
  /** Closed in the reverse order. */
  readonly closers: Closers;
  /** Each step of the start that may have to wait runs through it, so that the log names what the start waits for. Steps are not nested. */
  readonly step: RunStep;
  /** Ends the service: it cannot go on. The first error counts. */
  readonly fail: (error: Error) => void;
  /** Resolves with the error of `fail`. */
  readonly failed: Promise<Error>;
  /** New at every start: a process that died must not be taken for alive. */
  readonly nodeId: string;
  /** Nodes whose process is proven dead. Filled when this node is registered. */
  readonly deadNodeIds: string[];
  readonly checks: ComponentCheck[];
  readonly figures: (() => readonly Metric[])[];
  /** What listens where, for people. */
  readonly listening: string[];
  readonly status: {
    draining: boolean;
    /** Whether this node has too much to do for more calls; for one to this number (E.164), where one is given. */
    overloaded: (number?: string) => boolean;
  };
}

export function startContext(config: Config, surroundings: Surroundings, closers: Closers): StartContext {
  const guarded = guardSurroundings(surroundings);
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>();
  return {
    fail,
    failed,
    config: { ...config, dataDir: path.resolve(config.dataDir) },
    surroundings: guarded,
    closers,
    step: createSlowStepReporter(surroundings),
    nodeId: `node-${randomUUID()}`,
    deadNodeIds: [],
    checks: [],
    figures: [() => internalErrorFigures(guarded.internalErrors)],
    listening: [],
    status: { draining: false, overloaded: () => false },
  };
}

function guardSurroundings(surroundings: Surroundings): GuardedSurroundings {
  const internalErrors = new InternalErrorLog(surroundings);
  const clock = createGuardedClock(surroundings.clock, (error) => internalErrors.record('timer', error));
  return { ...surroundings, clock, internalErrors };
}

function internalErrorFigures({ counts }: InternalErrors): Metric[] {
  return Object.entries(counts).map(([where, value]) => ({
    name: 'parley_internal_errors_total',
    help: 'Errors that no code expected, by the place that caught them.',
    type: 'counter',
    labels: { where },
    value,
  }));
}

/** Below it recordings are kept by month. */
export function recordingRoot({ config }: StartContext): string {
  return recordingFolder(config.dataDir);
}

export function recordingFolder(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'recordings');
}

/** What the database could not take yet is kept here. */
export function journalRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'journal');
}

/** Where others on this machine see whether a process lives; a short name, since the path of a socket is bounded. */
export function livenessRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'liveness');
}

/** What ends calls after a crash is kept here. */
export function sipCallRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'sip-calls');
}

/** Files of requests under way are kept here. */
export function uploadRoot({ config }: StartContext): string {
  return path.join(config.dataDir, 'uploads');
}

/** The embedded database serves one process, which holds the data folder: whoever else ran on them is gone. */
export function isAlone({ config }: StartContext): boolean {
  return config.databaseUrl === undefined;
}

/** Again and again until the close; one run never overlaps the next. */
export function every(
  { surroundings: { clock, logger }, closers }: StartContext,
  pauseMs: number,
  work: () => Promise<unknown>,
): void {
  let running: Promise<unknown> = Promise.resolve();
  let timer = clock.after(pauseMs, function run() {
    running = work()
      .catch((error: unknown) => logger.error({ err: error }, 'Housekeeping failed; it is tried again.'))
      .then(() => (timer = clock.after(pauseMs, run)));
  });
  closers.add('housekeeping', async () => {
    timer.cancel();
    await running;
    timer.cancel();
  });
}
