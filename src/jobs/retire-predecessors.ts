import type { Database } from '../store/database.ts';
import { expireSlots } from '../store/concurrency/expire-slots.ts';
import { listOtherNodes, type NodeRow } from '../store/nodes/list-other-nodes.ts';
import { retireNodes } from '../store/nodes/retire-nodes.ts';

export interface Predecessors {
  readonly db: Database;
  /** Who starts where they ran. */
  readonly nodeId: string;
  /** Whether the process behind a node is proven to be gone; a guess is not enough. */
  readonly isGone: (node: NodeRow) => Promise<boolean>;
}

/** Tells everybody that the nodes whose process is gone are dead, so that no lease need run out; frees their slots and jobs. Answers their ids. */
export async function retirePredecessors({ db, nodeId, isGone }: Predecessors): Promise<readonly string[]> {
  const system = db.asSystem();
  const nodeIds: string[] = [];
  for (const node of await listOtherNodes(system, { nodeId })) if (await isGone(node)) nodeIds.push(node.id);
  if (nodeIds.length === 0) return nodeIds;
  await retireNodes(system, { nodeIds });
  await expireSlots(system);
  return nodeIds;
}
