import { listOrphanedCalls } from '../store/calls/list-orphaned-calls.ts';
import type { LostCallHost } from './finish-lost-call.ts';
import { sweepOf } from './lost-calls.ts';

const batchSize = 100;

/**
 * Ends the calls of this node that no session carries: those that failed between their row and their session. Each run ends what
 * the run before had found already, so that a call which is just being connected is left alone; runs must be seconds apart. A run
 * answers how many calls it ended.
 */
export function orphanedCallSweep(
  host: LostCallHost & {
    readonly nodeId: string;
    /** Ids of the calls that this node carries, or whose record it has still to write. */
    readonly carried: () => readonly string[];
  },
): () => Promise<number> {
  const { db, nodeId, carried } = host;
  return sweepOf(
    host,
    () => listOrphanedCalls(db.asSystem(), { nodeId, carried: carried(), limit: batchSize }),
    'The record of the call was lost.',
  );
}
