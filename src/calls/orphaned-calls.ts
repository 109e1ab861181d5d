import { listOrphanedCalls } from '../store/calls/list-orphaned-calls.ts';
import type { LostCallDependencies } from './finish-lost-call.ts';
import { confirmedSweep } from './lost-calls.ts';

const batchSize = 100;

/**
 * Returns a sweep that ends calls of this node without a session: they failed between the insert of their row and the start of their session. A run
 * ends only calls that the previous run had found too, so that calls which are being connected are not affected. Runs must be seconds apart. Each
 * run returns the number of calls that it ended.
 */
export function orphanedCallSweep(
  dependencies: LostCallDependencies & {
    readonly nodeId: string;
    /** Returns the ids of the calls that this node handles, or whose records it has not written yet. */
    readonly carried: () => readonly string[];
  },
): () => Promise<number> {
  const { db, nodeId, carried } = dependencies;
  return confirmedSweep(
    dependencies,
    () => listOrphanedCalls(db.asSystem(), { nodeId, carried: carried(), limit: batchSize }),
    'The record of the call was lost.',
  );
}
