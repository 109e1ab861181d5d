import type { Database } from '../store/database.ts';
import { expireSlots } from '../store/concurrency-slots.ts';
import { expireNodes, listOtherNodes, type NodeRow } from '../store/nodes.ts';

export interface DeadNodeSearch {
  readonly db: Database;
  /** This node, which is not checked. */
  readonly nodeId: string;
  /** Returns whether the process of a node is proven dead. */
  readonly isDead: (node: NodeRow) => Promise<boolean>;
}

/** Expires the leases of nodes whose process is proven dead, and frees the concurrency slots of their calls. Returns the ids of these nodes. */
export async function expireDeadNodes({ db, nodeId, isDead }: DeadNodeSearch): Promise<readonly string[]> {
  const system = db.asSystem();
  const nodeIds: string[] = [];
  for (const node of await listOtherNodes(system, { nodeId })) if (await isDead(node)) nodeIds.push(node.id);
  if (nodeIds.length === 0) return nodeIds;
  await expireNodes(system, { nodeIds });
  await expireSlots(system);
  return nodeIds;
}
