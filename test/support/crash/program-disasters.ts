import type { Random } from '../../../src/core/random.ts';
import type { FaultPoint } from './fault-points.ts';
import type { SupervisedProgram } from './supervised-program.ts';

/** A fault of the program or of PostgreSQL. */
export type ProgramDisaster =
  | { readonly kind: 'kill' | 'backend-killed' | 'connections-cut' | 'second-node' }
  | { readonly kind: 'fault-point'; readonly point: FaultPoint }
  | { readonly kind: 'server-crash' | 'disk-full'; readonly forMs: number };

type Kind = ProgramDisaster['kind'];
type Cause<K extends Kind> = (
  disaster: Extract<ProgramDisaster, { kind: K }>,
  program: SupervisedProgram,
) => Promise<unknown>;

/** Cause a disaster and resolve afterwards. `SupervisedProgram` and `ServerUnderTest` restart the processes that exit. */
export const programCauses: { readonly [K in Kind]: Cause<K> } = {
  kill: (_, program) => program.kill(program.node('second') === undefined ? 'first' : 'second'),
  'fault-point': async ({ point }, program) => program.armFaultPoint(point),
  'server-crash': ({ forMs }, { options: { server } }) => server.crash(forMs),
  'disk-full': ({ forMs }, { options: { server } }) => server.fillDisk(forMs),
  'backend-killed': (_, { options: { server, database } }) => server.killBackend(database),
  'connections-cut': (_, { options: { server, database } }) => server.cutConnections(database),
  'second-node': async (_, program) => program.supervise('second'),
};

/** Returns each kind as often as its weight says. */
export const repeatByWeight = <K extends string>(weights: Readonly<Record<K, number>>): readonly K[] =>
  Object.entries<number>(weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as K),
  );

/** Draws a fault point: one of the first `maxNth` executions of one of the statements, or in a third of cases any statement. */
export function drawFaultPoint(random: Random, statements: readonly string[], maxNth: number): FaultPoint {
  const side = random.below(2) === 0 ? 'before' : 'after';
  if (random.below(3) === 0) return { nth: 1 + random.below(150), side };
  return { nth: 1 + random.below(maxNth), side, statement: statements[random.below(statements.length)]! };
}
