import type { ProgramDisaster } from './program-disasters.ts';
import type { SupervisedProgram } from './supervised-program.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** The report of a run. */
export interface CrashReport {
  readonly seed: number;
  readonly violations: readonly string[];
  /** Kinds of the disasters that were caused. */
  readonly disasters: readonly string[];
  /** Kinds of the disasters that this machine does not support. */
  readonly skipped: readonly string[];
  /** Fault points that were reached. */
  readonly faultPoints: readonly string[];
  /** Number of processes of the program that were killed or crashed. */
  readonly deaths: number;
  readonly tookMs: number;
}

/** A scenario of which any kind of crash test can report. */
export interface DisasterScenario {
  readonly seed: number;
  readonly disasters: readonly { readonly kind: string }[];
}

/** Returns the report of a run that ends now. @param startedMs `performance.now()` at its start */
export function createReport(
  { seed, disasters }: DisasterScenario,
  program: SupervisedProgram,
  { violations, startedMs }: { readonly violations: readonly string[]; readonly startedMs: number },
): CrashReport {
  const { server } = program.options;
  return {
    seed,
    violations,
    disasters: disasters.filter((disaster) => isSupported(disaster, server)).map(({ kind }) => kind),
    skipped: disasters.filter((disaster) => !isSupported(disaster, server)).map(({ kind }) => kind),
    faultPoints: program.reachedFaultPoints,
    deaths: program.deaths,
    tookMs: performance.now() - startedMs,
  };
}

const needsDisk: ProgramDisaster['kind'] = 'disk-full';

/** Returns whether this machine supports the disaster. */
export const isSupported = ({ kind }: { readonly kind: string }, server: ServerUnderTest): boolean =>
  kind !== needsDisk || server.hasOwnDisk;
