import type { DraftNode, FlowDraft } from '../draft.ts';
import { startCandidates } from '../graph.ts';
import type { NodeType } from '../node.ts';
import { nodeFault, type Rule } from './rule.ts';

/** Nodes at which something from outside decides when and how to go on. */
const listening: ReadonlySet<NodeType> = new Set(['ask', 'gather_digits', 'conversation']);
const outside: ReadonlySet<NodeType> = new Set([
  ...listening,
  'http',
  'transfer',
  'extract',
  'agent_handoff',
]);

const ends: ReadonlySet<NodeType> = new Set(['end']);

/** A node whose type cannot be read may be any. */
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
  // A set's iteration sees what is added on the way.
  for (const id of reached) for (const next of successors.get(id) ?? []) reached.add(next);
  return reached;
}

/** Where a call can come to: from the start, and from the global nodes once somebody is listened to. */
function reached(flow: FlowDraft): { fromStart: Set<string>; anywhere: Set<string> } {
  const successors = successorsOf(flow);
  const globals = flow.nodes.filter((node) => node.isGlobal !== undefined).map((node) => node.id);
  const fromStart = reachableFrom(startsOf(flow, reachableFrom(globals, successors)), successors);
  const listens = flow.nodes.some((node) => fromStart.has(node.id) && mayBe(listening, node));
  const anywhere = reachableFrom(listens ? [...fromStart, ...globals] : [...fromStart], successors);
  return { fromStart, anywhere };
}

/** The start; where it is not clear which node that is, each that may be meant, so that the rest can be judged. */
function startsOf(flow: FlowDraft, behindGlobals: ReadonlySet<string>): string[] {
  const ids = flow.nodes.map((node) => node.id);
  if (typeof flow.startNodeId === 'string' && ids.includes(flow.startNodeId)) return [flow.startNodeId];
  const candidates = startCandidates(flow).map((node) => node.id);
  return candidates.length > 0 ? candidates : ids.filter((id) => !behindGlobals.has(id));
}

/** An edge to a node that does not exist may be meant for any node: what it keeps out of reach is the same fault. */
function hasUnknownTarget(flow: FlowDraft): boolean {
  const ids = new Set(flow.nodes.map((node) => node.id));
  return flow.edges.some(({ to }) => to === undefined || !ids.has(to));
}

/** Every node can be reached. */
export const everyNodeReachable: Rule = (flow) => {
  const { anywhere } = reached(flow);
  if (anywhere.size === 0 || hasUnknownTarget(flow)) return [];
  return flow.nodes
    .filter((node) => !anywhere.has(node.id))
    .map((node) => nodeFault(node, '', 'unreachable', 'no way leads to it.'));
};

/** An end can be reached. */
export const endReachable: Rule = (flow) => {
  const { anywhere } = reached(flow);
  if (anywhere.size === 0 || hasUnknownTarget(flow)) return [];
  if (flow.nodes.some((node) => mayBe(ends, node) && anywhere.has(node.id))) return [];
  return [{ path: 'nodes', code: 'no_end', message: 'No end can be reached.' }];
};

/** From every node there is a way on. Nodes that only a global node leads to may be the last: the word goes back. */
export const noDeadEnd: Rule = (flow) => {
  const { fromStart } = reached(flow);
  const leaving = new Set(flow.edges.map((edge) => edge.from));
  return flow.nodes
    .filter((node) => !mayBe(ends, node) && fromStart.has(node.id) && !leaving.has(node.id))
    .map((node) => nodeFault(node, '', 'dead_end', 'no edge leaves it.'));
};

/** No way leads round in a circle without an answer from outside. */
export const noSilentLoop: Rule = (flow) => {
  const silent = new Map(flow.nodes.filter((node) => !mayBe(outside, node)).map((node) => [node.id, node]));
  const successors = new Map(
    [...successorsOf(flow)]
      .filter(([id]) => silent.has(id))
      .map(([id, targets]) => [id, targets.filter((target) => silent.has(target))]),
  );
  return nodesInCycles(silent, successors).map((node) =>
    nodeFault(node, '', 'silent_loop', 'it can come back to itself without an answer from outside.'),
  );
};

/** Takes away, again and again, what nothing leads to and what leads nowhere: circles and the ways between them stay. */
function nodesInCycles(nodes: ReadonlyMap<string, DraftNode>, successors: Successors): DraftNode[] {
  const forward = prune(successors);
  const backward = prune(reversed(forward));
  return [...nodes.values()].filter((node) => backward.has(node.id));
}

/** The ways without the nodes that lead nowhere. */
function prune(successors: Successors): Map<string, string[]> {
  const left = new Map([...successors].map(([id, targets]) => [id, [...targets]]));
  const sources = reversed(left);
  const counts = new Map([...left].map(([id, targets]) => [id, targets.length]));
  const done = [...left.keys()].filter((id) => counts.get(id) === 0);
  for (const id of done) {
    left.delete(id);
    for (const source of sources.get(id) ?? []) {
      const count = counts.get(source)! - 1;
      counts.set(source, count);
      if (count === 0) done.push(source);
    }
  }
  for (const [id, targets] of left)
    left.set(
      id,
      targets.filter((target) => left.has(target)),
    );
  return left;
}

function reversed(successors: Successors): Map<string, string[]> {
  const turned = new Map<string, string[]>([...successors.keys()].map((id) => [id, []]));
  for (const [id, targets] of successors) for (const target of targets) turned.get(target)?.push(id);
  return turned;
}
