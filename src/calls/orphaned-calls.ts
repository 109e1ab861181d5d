import { listOrphanedCalls } from '../store/calls/unfinished-calls.ts';
import type { LostCallDependencies } from './finish-lost-call.ts';
import { confirmedSweep } from './lost-calls.ts';

const batchSize = 100;

/**
 * Returns a sweep that ends the calls of this node that have no session, because they failed between the insert of their row and the start of their
 * session. A call is ended only if two consecutive runs find it, so that calls which are being connected continue. Runs must be seconds apart. Each
 * run returns the number of calls that it ended.
 */
export function orphanedCallSweep(
  dependencies: LostCallDependencies & {
    readonly nodeId: string;
    /** Returns the ids of the calls that this node handles, or whose records it has not written yet. */
    readonly activeCallIds: () => readonly string[];
  },
): () => Promise<number> {
  const { db, nodeId, activeCallIds } = dependencies;
  return confirmedSweep(
    dependencies,
    () => listOrphanedCalls(db.asSystem(), { nodeId, activeCallIds: activeCallIds(), limit: batchSize }),
    'The node has no session for this call.',
  );
}
