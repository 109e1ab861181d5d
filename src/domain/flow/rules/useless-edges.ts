import type { DraftEdge, FlowDraft } from '../draft.ts';
import { edgeFault, nodeFault, type Rule } from './rule.ts';

/** Returns the edges of each node, in the order in which they are tried. */
function edgesByNode({ edges }: FlowDraft): ReadonlyMap<string, readonly DraftEdge[]> {
  const sorted = edges.toSorted((a, b) => a.priority - b.priority);
  return Map.groupBy(
    sorted.filter(({ from }) => from !== undefined),
    ({ from }) => from!,
  );
}

/** Edges that are never followed because another edge of the node is always followed instead. */
export const edgesNeverTaken: Rule = (flow) =>
  [...edgesByNode(flow).values()].flatMap((edges) =>
    edges.flatMap((edge, index) => {
      const earlier = edges.slice(0, index).find((one) => haveSameCondition(one, edge));
      const always = edges.find(({ condition }) => condition?.type === 'always');
      const preceding = earlier ?? (edge.condition?.type === 'else' ? always : undefined);
      if (preceding === undefined) return [];
      const name = preceding.id === undefined ? `number ${preceding.index + 1}` : `"${preceding.id}"`;
      return [edgeFault(edge, 'condition', 'edge_never_taken', `edge ${name} is always taken in its place.`)];
    }),
  );

const haveSameCondition = ({ condition: one }: DraftEdge, { condition: other }: DraftEdge): boolean =>
  one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other);

/** Branches whose edges all lead to the same node. */
export const branchesWithoutChoice: Rule = (flow) => {
  const byNode = edgesByNode(flow);
  return flow.nodes.flatMap((node) => {
    const targets = new Set((byNode.get(node.id) ?? []).map(({ to }) => to));
    const [target] = targets;
    if (node.type !== 'branch' || targets.size !== 1 || target === undefined) return [];
    return [
      nodeFault(
        node,
        '',
        'useless_branch',
        `every edge leads to "${target}". Remove the branch, or lead an edge to another node.`,
      ),
    ];
  });
};
