import type { Flow } from '@parley/sdk/client';

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

const columnWidth = 270;
const rowHeight = 170;

/** Returns a position for every node: the saved one, or else one of a layered layout of the whole flow. */
export function positionsOf(flow: Graph): ReadonlyMap<string, Position> {
  const isPlaced = flow.nodes.some(({ position }) => position !== undefined);
  const layout = isPlaced ? besidePlaced(flow.nodes) : layeredLayout(flow);
  return new Map(flow.nodes.map(({ id, position }) => [id, position ?? layout.get(id) ?? { x: 0, y: 0 }]));
}

/** Nodes that were added by the API have no position: they get a row of their own below the others. */
function besidePlaced(nodes: readonly Node[]): ReadonlyMap<string, Position> {
  const lowest = Math.max(...nodes.map(({ position }) => position?.y ?? 0));
  const unplaced = nodes.filter(({ position }) => position === undefined);
  return new Map(unplaced.map(({ id }, index) => [id, { x: index * columnWidth, y: lowest + rowHeight }]));
}

/** Layers by the distance from the start. Within a layer, nodes are below the nodes that lead to them. */
export function layeredLayout({ nodes, edges, startNodeId }: Graph): ReadonlyMap<string, Position> {
  const layers = layersOf(nodes, edges, startNodeId);
  const positions = new Map<string, Position>();
  for (const [row, layer] of layers.entries()) {
    const ordered = layer
      .map((id) => ({ id, wish: averageParent(id, edges, positions) }))
      .sort((left, right) => left.wish - right.wish);
    const offset = ((ordered.length - 1) * columnWidth) / 2;
    for (const [column, { id }] of ordered.entries())
      positions.set(id, { x: column * columnWidth - offset, y: row * rowHeight });
  }
  return positions;
}

function averageParent(id: string, edges: readonly Edge[], positions: ReadonlyMap<string, Position>): number {
  const parents = edges.filter(({ to }) => to === id).flatMap(({ from }) => positions.get(from)?.x ?? []);
  return parents.length === 0 ? 0 : parents.reduce((sum, x) => sum + x, 0) / parents.length;
}

/** Returns the node at which the flow begins: the selected one, or else the first without an incoming edge. */
export function startOf({ startNodeId, nodes, edges }: Graph): string | undefined {
  if (startNodeId !== null) return startNodeId;
  const targets = new Set(edges.map(({ to }) => to));
  return nodes.find(({ id, isGlobal }) => isGlobal === undefined && !targets.has(id))?.id;
}

const maxRootsPerRow = 4;

/** Global nodes are reached from anywhere: they and what follows them are below the steps from the start. */
function layersOf(
  nodes: readonly Node[],
  edges: readonly Edge[],
  startNodeId: string | null,
): readonly (readonly string[])[] {
  const targets = new Set(edges.map(({ to }) => to));
  const roots = nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id);
  const start = startOf({ startNodeId, nodes, edges }) ?? nodes[0]?.id;
  const reached = new Set<string>();
  const layers: string[][] = [];
  const addLayers = (from: readonly string[]) => {
    let layer = [...new Set(from)].filter((id) => !reached.has(id));
    while (layer.length > 0) {
      for (const id of layer) reached.add(id);
      layers.push(layer);
      const sources = new Set(layer);
      const next = edges.filter(({ from, to }) => sources.has(from) && !reached.has(to)).map(({ to }) => to);
      layer = [...new Set(next)];
    }
  };
  if (start !== undefined) addLayers([start]);
  for (const group of [roots, nodes.map(({ id }) => id)]) {
    const rest = group.filter((id) => !reached.has(id));
    for (let index = 0; index < rest.length; index += maxRootsPerRow)
      addLayers(rest.slice(index, index + maxRootsPerRow));
  }
  return layers;
}
