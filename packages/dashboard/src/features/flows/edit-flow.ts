import type { Flow } from '@parley/sdk/client';
import type { FieldErrors } from '../../api.ts';
import { emptyValueOf, schemaOf } from '../../schema.ts';
import { isEqual } from '../../merge-patch.ts';
import { inFlowWords } from '../../wording.ts';
import { answerCondition, answersOf, nodeTitle, type FlowEdge, type FlowNode } from './describe.ts';
import { positionsOf, startOf, type Position } from './layout.ts';

const schemaNames = schemaOf('FlowNodeInput').discriminator!.mapping;

/** All types of nodes. */
export const nodeTypes: readonly string[] = Object.keys(schemaNames);

/** Returns the schema of a type of node. */
export const nodeSchemaOf = (type: string) => schemaOf(schemaNames[type]!.split('/').at(-1)!);

function freeId(prefix: string, taken: readonly { readonly id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id));
  let number = 1;
  while (ids.has(`${prefix}_${number}`)) number++;
  return `${prefix}_${number}`;
}

/** Returns the flow with a new node, connected from the given node if one is given. The other nodes stay where they are, and so does the start. */
export function addNode(
  flow: Flow,
  type: string,
  position: Position,
  from: FlowNode | undefined,
): { readonly flow: Flow; readonly id: string } {
  const id = freeId(type, flow.nodes);
  const node = { ...(emptyValueOf(nodeSchemaOf(type)) as FlowNode), id, position };
  const placed = moveNodes(flow, new Map());
  const added = { ...placed, nodes: [...placed.nodes, node] };
  if (from === undefined || from.type === 'end')
    return { id, flow: { ...added, startNodeId: startOf(flow) ?? null } };
  return { id, flow: addEdge(added, from.id, id).flow };
}

export function addEdge(flow: Flow, from: string, to: string): { readonly flow: Flow; readonly id: string } {
  const id = freeId('edge', flow.edges);
  const edge: FlowEdge = { id, from, to, priority: 0, condition: nextCondition(flow, from) };
  return { id, flow: { ...flow, edges: [...flow.edges, edge] } };
}

/** Returns whether an edge is followed in every case without another edge. */
const isOtherwise = ({ condition: { type } }: FlowEdge): boolean => type === 'else' || type === 'always';

/** Returns the condition of the next edge of a node: the first answer of a question without an edge, then `else`. */
function nextCondition(flow: Flow, from: string): FlowEdge['condition'] {
  const node = flow.nodes.find(({ id }) => id === from);
  const leaving = flow.edges.filter((edge) => edge.from === from);
  const answers = node === undefined ? [] : answersOf(node).map(([value]) => answerCondition(node, value));
  const open = answers.find((answer) => !leaving.some(({ condition }) => isEqual(condition, answer)));
  if (open !== undefined) return open;
  return answers.length > 0 && !leaving.some(isOtherwise) ? { type: 'else' } : { type: 'always' };
}

/** Returns whether a node has edges, but none that is followed in every other case. */
export const lacksElse = ({ edges }: Flow, nodeId: string): boolean => {
  const leaving = edges.filter(({ from }) => from === nodeId);
  return leaving.length > 0 && !leaving.some(isOtherwise);
};

/** Returns the flow with an end that follows the node in every case without an edge. */
export function addElse(flow: Flow, nodeId: string, position: Position) {
  const { flow: added, id } = addNode(flow, 'end', position, undefined);
  const { flow: joined, id: edgeId } = addEdge(added, nodeId, id);
  const edges = joined.edges.map((edge): FlowEdge =>
    edge.id === edgeId ? { ...edge, condition: { type: 'else' } } : edge,
  );
  return { id, flow: { ...joined, edges } };
}

/** Returns the flow with a changed node. A new id is also changed in the edges of the node. */
export function changeNode(flow: Flow, id: string, next: FlowNode): Flow {
  const rename = (other: string) => (other === id ? next.id : other);
  const nodes = flow.nodes.map((node) => (node.id === id ? next : node));
  if (next.id === id) return { ...flow, nodes };
  const edges = flow.edges.map((edge) => ({ ...edge, from: rename(edge.from), to: rename(edge.to) }));
  return { ...flow, nodes, edges, startNodeId: flow.startNodeId === id ? next.id : flow.startNodeId };
}

export const changeEdge = (flow: Flow, id: string, next: FlowEdge): Flow => ({
  ...flow,
  edges: flow.edges.map((edge) => (edge.id === id ? next : edge)),
});

/** Returns the flow without nodes and edges, and without the edges of these nodes. */
export function removeElements(flow: Flow, nodeIds: readonly string[], edgeIds: readonly string[]): Flow {
  return {
    ...flow,
    nodes: flow.nodes.filter(({ id }) => !nodeIds.includes(id)),
    edges: flow.edges.filter(
      ({ id, from, to }) => !edgeIds.includes(id) && !nodeIds.includes(from) && !nodeIds.includes(to),
    ),
    startNodeId: nodeIds.includes(flow.startNodeId ?? '') ? null : flow.startNodeId,
  };
}

/** Returns the flow with moved nodes. The other nodes stay where they are. */
export function moveNodes(flow: Flow, positions: ReadonlyMap<string, Position>): Flow {
  const current = positionsOf(flow);
  const nodes = flow.nodes.map((node) => ({
    ...node,
    position: positions.get(node.id) ?? current.get(node.id)!,
  }));
  return { ...flow, nodes };
}

/** Messages of the service by node and edge, with the path inside them. */
export interface FlowFaults {
  readonly nodes: ReadonlyMap<string, FieldErrors>;
  readonly edges: ReadonlyMap<string, FieldErrors>;
  readonly others: FieldErrors;
}

/** Returns the node or edge at a path of the flow that the service checked, and the path inside it. */
export function elementAt(path: string, checked: Flow | undefined) {
  const [, list, index, rest = ''] = /^(nodes|edges)\[(\d+)\](?:\.?(.*))$/.exec(path) ?? [];
  const id = list === undefined ? undefined : checked?.[list as 'nodes' | 'edges'][Number(index)]?.id;
  if (id === undefined) return undefined;
  return { kind: list === 'nodes' ? 'node' : 'edge', id, path: rest } as const;
}

/** Returns the messages without those of a node. */
export function withoutNode(
  messages: FieldErrors,
  nodeId: string | undefined,
  checked: Flow | undefined,
): FieldErrors {
  if (nodeId === undefined) return messages;
  return Object.fromEntries(
    Object.entries(messages).filter(([path]) => elementAt(path, checked)?.id !== nodeId),
  );
}

/** Returns the messages of the service in the words of the page: steps by their names, and connections. */
export function inPageWords(messages: FieldErrors, { nodes }: Flow): FieldErrors {
  const titles = new Map(nodes.map((node) => [node.id, nodeTitle(node)]));
  const reword = (message: string) =>
    inFlowWords(
      message.replaceAll(
        /\b([Nn])ode "([^"]+)"/g,
        (_match, n: string, id: string) => `${n === 'N' ? 'S' : 's'}tep "${titles.get(id) ?? id}"`,
      ),
    );
  return Object.fromEntries(Object.entries(messages).map(([path, message]) => [path, reword(message)]));
}

/** Assigns messages to the nodes and edges of the flow that the service checked. */
export function faultsOf(messages: FieldErrors, checked: Flow | undefined): FlowFaults {
  const faults = { nodes: new Map<string, FieldErrors>(), edges: new Map<string, FieldErrors>(), others: {} };
  for (const [path, message] of Object.entries(messages)) {
    const element = elementAt(path, checked);
    if (element === undefined) faults.others = { ...faults.others, [path]: message };
    else {
      const map = element.kind === 'node' ? faults.nodes : faults.edges;
      map.set(element.id, { ...map.get(element.id), [element.path]: message });
    }
  }
  return faults;
}
