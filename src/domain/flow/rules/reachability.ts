import type { DraftNode, FlowDraft } from '../draft.ts';
import { startCandidates } from '../graph.ts';
import { isMoveTargetType } from '../move-targets.ts';
import type { NodeType } from '../node.ts';
import { nodeFault, type Rule } from './rule.ts';

/** Node types that listen to the caller. */
const listening: ReadonlySet<NodeType> = new Set(['ask', 'gather_digits', 'conversation']);
/** Node types that wait for the caller, a server or another person. A loop may contain them. */
const waiting: ReadonlySet<NodeType> = new Set([
  ...listening,
  'http',
  'transfer',
  'extract',
  'agent_handoff',
]);

const ends: ReadonlySet<NodeType> = new Set(['end']);

/** A node with an unreadable type may have any type. */
const mayBe = (types: ReadonlySet<NodeType>, { type }: DraftNode): boolean =>
  type === undefined || types.has(type);

type Successors = ReadonlyMap<string, readonly string[]>;

function successorsOf(flow: FlowDraft): Successors {
  const successors = new Map<string, string[]>(flow.nodes.map((node) => [node.id, []]));
  for (const { from, to } of flow.edges)
    if (from !== undefined && to !== undefined && successors.has(to)) successors.get(from)?.push(to);
  return successors;
}

function reachableFrom(starts: readonly string[], successors: Successors): Set<string> {
  const reached = new Set(starts);
  // The iteration of a set includes elements that are added during it.
  for (const id of reached) for (const next of successors.get(id) ?? []) reached.add(next);
  return reached;
}

/** Returns the nodes that are reachable from the start, and all reachable nodes. Global nodes are reachable if a node listens. */
function reached(flow: FlowDraft): { fromStart: Set<string>; anywhere: Set<string> } {
  const successors = successorsOf(flow);
  const globals = flow.nodes.filter((node) => isEnteredWithoutEdge(flow, node)).map((node) => node.id);
  const fromStart = reachableFrom(startsOf(flow, reachableFrom(globals, successors)), successors);
  const listens = flow.nodes.some((node) => fromStart.has(node.id) && mayBe(listening, node));
  const anywhere = reachableFrom(listens ? [...fromStart, ...globals] : [...fromStart], successors);
  return { fromStart, anywhere };
}

/** Returns whether a node can be entered from any node that listens: a global node, or in mode `flex` a target of moves. */
const isEnteredWithoutEdge = ({ isFlex }: FlowDraft, { type, isGlobal }: DraftNode): boolean =>
  isGlobal !== undefined || (isFlex && type !== undefined && isMoveTargetType(type));

/** Returns the start node, or all possible start nodes if it is ambiguous. */
function startsOf(flow: FlowDraft, behindGlobals: ReadonlySet<string>): string[] {
  const ids = flow.nodes.map((node) => node.id);
  if (typeof flow.startNodeId === 'string' && ids.includes(flow.startNodeId)) return [flow.startNodeId];
  const candidates = startCandidates(flow).map((node) => node.id);
  return candidates.length > 0 ? candidates : ids.filter((id) => !behindGlobals.has(id));
}

/** Returns whether an edge has no valid target. Unreachable nodes are then not reported, since they may be a consequence of that fault. */
function hasUnknownTarget(flow: FlowDraft): boolean {
  const ids = new Set(flow.nodes.map((node) => node.id));
  return flow.edges.some(({ to }) => to === undefined || !ids.has(to));
}

/** All nodes must be reachable. */
export const everyNodeReachable: Rule = (flow) => {
  const { anywhere } = reached(flow);
  if (anywhere.size === 0 || hasUnknownTarget(flow)) return [];
  return flow.nodes
    .filter((node) => !anywhere.has(node.id))
    .map((node) => nodeFault(node, '', 'unreachable', 'the node is unreachable.'));
};

/** An `end` node must be reachable. */
export const endReachable: Rule = (flow) => {
  const { anywhere } = reached(flow);
  if (anywhere.size === 0 || hasUnknownTarget(flow)) return [];
  if (flow.nodes.some((node) => mayBe(ends, node) && anywhere.has(node.id))) return [];
  return [{ path: 'nodes', code: 'no_end', message: 'No end node is reachable.' }];
};

/** Nodes must have an outgoing edge, except `end` nodes and nodes reached only through global nodes, which return to the interrupted node. */
export const noDeadEnd: Rule = (flow) => {
  const { fromStart } = reached(flow);
  const leaving = new Set(flow.edges.map((edge) => edge.from));
  return flow.nodes
    .filter((node) => !mayBe(ends, node) && fromStart.has(node.id) && !leaving.has(node.id))
    .map((node) => nodeFault(node, '', 'dead_end', 'the node has no outgoing edge.'));
};

/** Cycles must contain a node that waits. */
export const noSilentLoop: Rule = (flow) => {
  const silent = new Map(flow.nodes.filter((node) => !mayBe(waiting, node)).map((node) => [node.id, node]));
  const successors = new Map(
    [...successorsOf(flow)]
      .filter(([id]) => silent.has(id))
      .map(([id, targets]) => [id, targets.filter((target) => silent.has(target))]),
  );
  return nodesInCycles(silent, successors).map((node) =>
    nodeFault(node, '', 'silent_loop', 'the node is in a loop without input from outside.'),
  );
};

/** Repeatedly removes nodes without predecessors or successors; cycles and the paths between them remain. */
function nodesInCycles(nodes: ReadonlyMap<string, DraftNode>, successors: Successors): DraftNode[] {
  const forward = prune(successors);
  const backward = prune(reversed(forward));
  return [...nodes.values()].filter((node) => backward.has(node.id));
}

/** Repeatedly removes nodes without successors. */
function prune(successors: Successors): Map<string, string[]> {
  const remaining = new Map([...successors].map(([id, targets]) => [id, [...targets]]));
  const sources = reversed(remaining);
  const counts = new Map([...remaining].map(([id, targets]) => [id, targets.length]));
  const leaves = [...remaining.keys()].filter((id) => counts.get(id) === 0);
  for (const id of leaves) {
    remaining.delete(id);
    for (const source of sources.get(id) ?? []) {
      const count = counts.get(source)! - 1;
      counts.set(source, count);
      if (count === 0) leaves.push(source);
    }
  }
  for (const [id, targets] of remaining)
    remaining.set(
      id,
      targets.filter((target) => remaining.has(target)),
    );
  return remaining;
}

function reversed(successors: Successors): Map<string, string[]> {
  const predecessors = new Map<string, string[]>([...successors.keys()].map((id) => [id, []]));
  for (const [id, targets] of successors) for (const target of targets) predecessors.get(target)?.push(id);
  return predecessors;
}
