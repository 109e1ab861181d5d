import type { FieldFault } from '../../../core/problems.ts';
import { startCandidates } from '../graph.ts';
import { edgeFault, nodeFault, type Rule } from './rule.ts';

/** Every id is given once. */
export const uniqueIds: Rule = (flow) => [
  ...duplicates(flow.nodes).map((node) => nodeFault(node, 'id', 'duplicate_id', 'this id is taken.')),
  ...duplicates(flow.edges).map((edge) => edgeFault(edge, 'id', 'duplicate_id', 'this id is taken.')),
];

function duplicates<T extends { readonly id: string | undefined }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => id !== undefined && seen.size === seen.add(id).size);
}

/** There is one start: the one that is named, or the only node that nothing leads to. */
export const singleStart: Rule = ({ startNodeId, nodes, edges }) => {
  const fault = (message: string): FieldFault[] => [{ path: 'startNodeId', code: 'start_node', message }];
  if (typeof startNodeId === 'string' && !nodes.some(({ id }) => id === startNodeId))
    return fault(`There is no node "${startNodeId}" to start with.`);
  if (startNodeId !== null || nodes.length === 0) return [];
  const candidates = startCandidates({ nodes, edges }).map((node) => `"${node.id}"`);
  // An edge to a node that does not exist may be meant for one of them.
  const isLost = edges.some(({ to }) => to !== undefined && !nodes.some(({ id }) => id === to));
  if (candidates.length === 1 || (candidates.length > 1 && isLost)) return [];
  return candidates.length === 0
    ? fault('Every node has an edge that leads to it. Name the node to start with.')
    : fault(`Nothing leads to ${candidates.join(', ')}. Name the node to start with.`);
};

/** Every edge joins nodes that exist, and leaves one that goes on. */
export const edgesJoinNodes: Rule = (flow) => {
  const types = new Map(flow.nodes.map((node) => [node.id, node.type]));
  return flow.edges.flatMap((edge) => {
    const faults: FieldFault[] = [];
    for (const field of ['from', 'to'] as const) {
      const id = edge[field];
      if (id !== undefined && !types.has(id))
        faults.push(edgeFault(edge, field, 'unknown_node', `there is no node "${id}".`));
    }
    if (edge.from !== undefined && types.get(edge.from) === 'end')
      faults.push(edgeFault(edge, 'from', 'edge_from_end', 'nothing follows an end.'));
    return faults;
  });
};
