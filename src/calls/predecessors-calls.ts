import { listCallsOfNodes } from '../store/calls/list-calls-of-nodes.ts';
import { expireSlots } from '../store/concurrency/expire-slots.ts';
import { listOtherNodes, type NodeRow } from '../store/nodes/list-other-nodes.ts';
import { retireNodes } from '../store/nodes/retire-nodes.ts';
import type { LostCallHost } from './finish-lost-call.ts';
import { endLostCalls } from './lost-calls.ts';

const batchSize = 1_000;

/** Who starts where others ran before. */
export interface Successor extends LostCallHost {
  readonly nodeId: string;
  /** Whether the process behind a node is proven to be gone; a guess is not enough. */
  readonly isGone: (node: NodeRow) => Promise<boolean>;
}

/**
 * Ends at once the calls of the nodes whose process is gone, and frees their slots and jobs: no lease need run out. To be called when
 * their journal is carried out. Answers how many calls it ended; one that cannot be ended is left to the sweep of lost calls.
 */
export async function endPredecessorsCalls(host: Successor): Promise<number> {
  const system = host.db.asSystem();
  const nodeIds: string[] = [];
  for (const node of await listOtherNodes(system, host)) if (await host.isGone(node)) nodeIds.push(node.id);
  if (nodeIds.length === 0) return 0;
  await retireNodes(system, { nodeIds });
  await expireSlots(system);
  let ended = 0;
  for (;;) {
    const calls = await listCallsOfNodes(system, { nodeIds, limit: batchSize });
    const endedNow = await endLostCalls(host, calls, 'The machine that carried the call went down.');
    ended += endedNow;
    if (calls.length < batchSize || endedNow < calls.length) return ended;
  }
}
