import { parseDigitPattern, type DigitPattern } from './digit-pattern.ts';
import type { FlowEdge, FlowGraph } from './flow.ts';
import type { Language } from '../languages/language.ts';
import type { FlowNode, NodeOf } from './node.ts';
import type { Condition } from './condition.ts';
import { isMoveTarget } from './move-targets.ts';
import { universalEdges, universalNodes } from './universal-nodes.ts';

/** A flow prepared for execution, including the universal nodes, with the indexes that each step needs. */
export interface Graph {
  readonly start: FlowNode;
  readonly globalPrompt: string;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  /** Edges by source node, in the order in which they are tried. */
  readonly edgesFrom: ReadonlyMap<string, readonly FlowEdge[]>;
  readonly globals: readonly GlobalNode[];
  /** The nodes to which the language model can move without an edge; empty unless the mode is `flex`. */
  readonly moveTargets: readonly FlowNode[];
  readonly declaredVariables: FlowGraph['variables'];
  readonly digitPatterns: ReadonlyMap<string, DigitPattern>;
  /** Variables with sensitive digits. */
  readonly sensitive: ReadonlySet<string>;
  /** Cache of values that are computed at first use. */
  readonly memo: Map<string, unknown>;
}

export interface GlobalNode {
  readonly node: FlowNode;
  readonly condition: Condition;
}

const graphs = new WeakMap<FlowGraph, Map<Language, Graph>>();

/** Returns the graph of a flow in a language, cached per flow object. Throws `TypeError` if the flow has no start node. */
export function graphOf(flow: FlowGraph, language: Language): Graph {
  const byLanguage = graphs.get(flow) ?? new Map<Language, Graph>();
  graphs.set(flow, byLanguage);
  let graph = byLanguage.get(language);
  if (graph === undefined) {
    graph = buildGraph(flow.nodes.length === 0 ? withConversation(flow) : flow, language);
    byLanguage.set(language, graph);
  }
  return graph;
}

/** Replaces a flow without nodes by one conversation. */
function withConversation(flow: FlowGraph): FlowGraph {
  return {
    ...flow,
    startNodeId: 'conversation',
    nodes: [
      {
        id: 'conversation',
        type: 'conversation',
        config: { prompt: '', firstMessage: '', maxTurns: 200 },
      },
      { id: 'end', type: 'end', config: { text: '' } },
    ],
    edges: [{ id: 'end', from: 'conversation', to: 'end', priority: 0, condition: { type: 'else' } }],
  };
}

function buildGraph(flow: FlowGraph, language: Language): Graph {
  const start = startOf(flow);
  if (start === undefined) throw new TypeError('The flow has no start node.');
  const edgesFrom = new Map<string, FlowEdge[]>();
  const edges = [...flow.edges].sort((a, b) => a.priority - b.priority);
  for (const edge of [...edges, ...universalEdges]) {
    const leaving = edgesFrom.get(edge.from);
    if (leaving === undefined) edgesFrom.set(edge.from, [edge]);
    else leaving.push(edge);
  }
  return {
    start,
    globalPrompt: flow.globalPrompt ?? '',
    nodes: new Map([...flow.nodes, ...universalNodes(language.sentences)].map((node) => [node.id, node])),
    edgesFrom,
    globals: flow.nodes.flatMap((node) =>
      node.isGlobal ? [{ node, condition: node.isGlobal.condition }] : [],
    ),
    moveTargets: flow.mode === 'flex' ? flow.nodes.filter(isMoveTarget) : [],
    declaredVariables: flow.variables,
    digitPatterns: new Map(patternsIn(flow)),
    sensitive: sensitiveVariables(flow),
    memo: new Map(),
  };
}

/** Returns the variables with sensitive digits, which must not be recorded. */
export function sensitiveVariables(flow: Pick<FlowGraph, 'nodes'>): ReadonlySet<string> {
  return new Set(flow.nodes.flatMap((node) => (isSensitive(node) ? [node.config.variable] : [])));
}

/** Returns whether a node asks for sensitive digits, which must not be recorded. */
export const isSensitive = (node: FlowNode): node is NodeOf<'gather_digits'> =>
  node.type === 'gather_digits' && node.config.sensitive;

/** Returns the start node of the flow, or else the first node without an incoming edge or a global condition. */
function startOf(flow: Pick<FlowGraph, 'startNodeId' | 'nodes' | 'edges'>): FlowNode | undefined {
  if (flow.startNodeId !== null) return flow.nodes.find((node) => node.id === flow.startNodeId);
  return startCandidates(flow)[0];
}

/** Returns the possible start nodes of a flow without `startNodeId`. */
export function startCandidates<Node extends { readonly id: string; readonly isGlobal?: unknown }>(flow: {
  readonly nodes: readonly Node[];
  readonly edges: readonly { readonly to: string | undefined }[];
}): Node[] {
  const targets = new Set(flow.edges.map((edge) => edge.to));
  return flow.nodes.filter((node) => !targets.has(node.id) && node.isGlobal === undefined);
}

function patternsIn(flow: FlowGraph): [string, DigitPattern][] {
  const conditions = [
    ...flow.edges.map((edge) => edge.condition),
    ...flow.nodes.flatMap((node) => (node.isGlobal ? [node.isGlobal.condition] : [])),
  ];
  return conditions.flatMap((condition) => {
    const pattern = condition.type === 'digits' ? parseDigitPattern(condition.pattern) : undefined;
    return condition.type === 'digits' && pattern !== undefined ? [[condition.pattern, pattern]] : [];
  });
}

export const edgesOf = (graph: Graph, nodeId: string): readonly FlowEdge[] =>
  graph.edgesFrom.get(nodeId) ?? [];
