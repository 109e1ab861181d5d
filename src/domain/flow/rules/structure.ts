import type { FieldFault } from '../../../core/problems.ts';
import { startCandidates } from '../graph.ts';
import { edgeFault, nodeFault, type Rule } from './rule.ts';

/** Ids must be unique. */
export const uniqueIds: Rule = (flow) => [
  ...duplicates(flow.nodes).map((node) => nodeFault(node, 'id', 'duplicate_id', 'this id is used twice.')),
  ...duplicates(flow.edges).map((edge) => edgeFault(edge, 'id', 'duplicate_id', 'this id is used twice.')),
];

function duplicates<T extends { readonly id: string | undefined }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => id !== undefined && seen.size === seen.add(id).size);
}

/** A flow must have one start: `startNodeId`, or the only node without incoming edges. */
export const singleStart: Rule = ({ startNodeId, nodes, edges }) => {
  const fault = (message: string): FieldFault[] => [{ path: 'startNodeId', code: 'start_node', message }];
  if (typeof startNodeId === 'string' && !nodes.some(({ id }) => id === startNodeId))
    return fault(`The start node "${startNodeId}" does not exist.`);
  if (startNodeId !== null || nodes.length === 0) return [];
  const candidates = startCandidates({ nodes, edges }).map((node) => `"${node.id}"`);
  // An edge with an invalid target may be meant to lead to one of the candidates.
  const hasUnknownTarget = edges.some(({ to }) => to !== undefined && !nodes.some(({ id }) => id === to));
  if (candidates.length === 1 || (candidates.length > 1 && hasUnknownTarget)) return [];
  return candidates.length === 0
    ? fault('Each node has an incoming edge. Set startNodeId.')
    : fault(`Several nodes have no incoming edge: ${candidates.join(', ')}. Set startNodeId.`);
};

/** Edges must connect existing nodes and must not leave an `end` node. */
export const edgesJoinNodes: Rule = (flow) => {
  const types = new Map(flow.nodes.map((node) => [node.id, node.type]));
  return flow.edges.flatMap((edge) => {
    const faults: FieldFault[] = [];
    for (const field of ['from', 'to'] as const) {
      const id = edge[field];
      if (id !== undefined && !types.has(id))
        faults.push(edgeFault(edge, field, 'unknown_node', `node "${id}" does not exist.`));
    }
    if (edge.from !== undefined && types.get(edge.from) === 'end')
      faults.push(edgeFault(edge, 'from', 'edge_from_end', 'an end node has no edges.'));
    return faults;
  });
};
