import { listCallsOfNodes } from '../store/calls/unfinished-calls.ts';
import type { LostCallDependencies } from './finish-lost-call.ts';
import { endLostCalls } from './lost-calls.ts';

const batchSize = 1_000;

/**
 * Ends the calls of nodes that are known to be dead, and returns how many have ended. To be called after their journal was applied. A call that could
 * not be ended is ended by a later run of `lostCallSweep`.
 */
export async function endCallsOfDeadNodes(
  dependencies: LostCallDependencies,
  nodeIds: readonly string[],
): Promise<number> {
  if (nodeIds.length === 0) return 0;
  const system = dependencies.db.asSystem();
  let ended = 0;
  for (;;) {
    const calls = await listCallsOfNodes(system, { nodeIds, limit: batchSize });
    const endedNow = await endLostCalls(dependencies, calls, 'The node that handled the call went down.');
    ended += endedNow;
    if (calls.length < batchSize || endedNow < calls.length) return ended;
  }
}
