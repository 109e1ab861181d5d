import { Graph as DirectedGraph, layout } from '@dagrejs/dagre';
import type { Flow } from '@parley/sdk/client';
import { conditionLabel } from './describe.ts';

type Node = Flow['nodes'][number];
type Edge = Flow['edges'][number];
interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly startNodeId: string | null;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

/** Of a node, in pixels of the graph. The height is that of a node with two lines of text. */
const nodeSize = { width: 224, height: 86 };
/** From one node to the next that is placed without the layout of the whole flow. */
export const nodeDistance = { x: nodeSize.width + 46, y: nodeSize.height + 84 };

/** Returns a position for every node: the saved one, or else one of a layout of the whole flow. */
export function positionsOf(flow: Graph): ReadonlyMap<string, Position> {
  const isPlaced = flow.nodes.some(({ position }) => position !== undefined);
  const found = isPlaced ? besidePlaced(flow.nodes) : layoutOf(flow);
  return new Map(flow.nodes.map(({ id, position }) => [id, position ?? found.get(id) ?? { x: 0, y: 0 }]));
}

/** Nodes that were added by the API have no position: they get a row of their own below the others. */
function besidePlaced(nodes: readonly Node[]): ReadonlyMap<string, Position> {
  const lowest = Math.max(...nodes.map(({ position }) => position?.y ?? 0));
  const unplaced = nodes.filter(({ position }) => position === undefined);
  return new Map(
    unplaced.map(({ id }, index) => [id, { x: index * nodeDistance.x, y: lowest + nodeDistance.y }]),
  );
}

/** Returns the node at which the flow begins: the selected one, or else the first without an incoming edge. */
export function startOf({ startNodeId, nodes, edges }: Graph): string | undefined {
  if (startNodeId !== null) return startNodeId;
  const targets = new Set(edges.map(({ to }) => to));
  return nodes.find(({ id, isGlobal }) => isGlobal === undefined && !targets.has(id))?.id;
}

/** The steps from the start, and below them the global nodes, which are reached from anywhere, with what follows them. */
export function layoutOf(flow: Graph): ReadonlyMap<string, Position> {
  const start = startOf(flow) ?? flow.nodes[0]?.id;
  if (start === undefined) return new Map();
  const reached = reachableFrom(start, flow.edges);
  const first = layered(
    flow.nodes.filter(({ id }) => reached.has(id)),
    flow.edges,
  );
  const rest = layered(
    flow.nodes.filter(({ id }) => !reached.has(id)),
    flow.edges,
  );
  const top = Math.max(...[...first.values()].map(({ y }) => y)) + nodeDistance.y;
  return new Map([...first, ...[...rest].map(([id, { x, y }]) => [id, { x, y: y + top }] as const)]);
}

function reachableFrom(start: string, edges: readonly Edge[]): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to);
  return reached;
}

const maxRootsPerRow = 4;
/** Of the label of an edge, in pixels of the graph. */
const letterWidth = 6;

/** Layers by the distance from the nodes without an incoming edge, centred on x = 0, with few crossings. */
function layered(nodes: readonly Node[], edges: readonly Edge[]): ReadonlyMap<string, Position> {
  const graph = new DirectedGraph().setGraph({ ranksep: 80, nodesep: 46, edgesep: 24 });
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  const inner = edges.filter(({ from, to }) => from !== to && graph.hasNode(from) && graph.hasNode(to));
  for (const { from, to, condition } of inner)
    graph.setEdge(from, to, {
      width: conditionLabel(condition).length * letterWidth,
      height: 12,
      labelpos: 'c',
    });
  const roots = graph.sources();
  for (const [index, root] of roots.slice(maxRootsPerRow).entries()) graph.setEdge(roots[index]!, root, {});
  layout(graph);
  const { width = 0 } = graph.graph();
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - nodeSize.height / 2) }];
    }),
  );
}
