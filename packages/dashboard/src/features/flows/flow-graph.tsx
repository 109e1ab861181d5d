import '@xyflow/react/dist/base.css';
import './flow-graph.css';
import type { Flow } from '@parley/sdk/client';
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  Controls,
  Handle,
  MarkerType,
  Position as Side,
  ReactFlow,
  useInternalNode,
  useNodesInitialized,
  useReactFlow,
  useStoreApi,
  type Edge,
  type InternalNode,
  type Node,
  type NodeChange,
  type NodeProps,
  type ReactFlowState,
} from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { text } from '../../text/index.ts';
import {
  conditionLabel,
  nodeSummary,
  nodeTitle,
  typeLabel,
  type FlowNode,
  type ResourceNames,
} from './describe.ts';
import type { FlowFaults } from './edit-flow.ts';
import { positionsOf, startOf, type Position } from './layout.ts';

const words = text.flows.editor;

type StepData = {
  readonly node: FlowNode;
  readonly isStart: boolean;
  readonly isLit: boolean;
  readonly fault: string | undefined;
  readonly summary: string;
};
type StepNode = Node<StepData, 'step'>;

export interface Selection {
  readonly kind: 'node' | 'edge';
  readonly id: string;
}

/** What the graph shows after a change: this node, or the whole flow. */
export interface GraphView {
  readonly nodeId: string | undefined;
}

interface FlowGraphProps {
  readonly flow: Flow;
  readonly faults: FlowFaults;
  readonly names: ResourceNames;
  /** The node at which a run by text is. */
  readonly litNodeId: string | undefined;
  readonly selection: Selection | undefined;
  readonly view: GraphView | undefined;
  readonly onSelection: (selection: Selection | undefined) => void;
  readonly onMove: (positions: ReadonlyMap<string, Position>) => void;
  readonly onConnect: (from: string, to: string) => void;
  readonly onDelete: (nodeIds: readonly string[], edgeIds: readonly string[]) => void;
  readonly isDisabled: boolean;
}

const nodeTypes = { step: Step };

/** The nodes and edges of a flow. Tab moves between them, Enter selects, arrow keys move a node, Delete removes it. */
export function FlowGraph({
  flow,
  onSelection,
  onMove,
  onConnect,
  onDelete,
  isDisabled,
  view,
  ...state
}: FlowGraphProps) {
  const [nodes, setNodes] = useStepNodes(flow, state);
  const [edges, setEdges] = useStepEdges(flow, state);
  const changeNodes = useCallback(
    (changes: NodeChange<StepNode>[]) => {
      setNodes((current) => applyNodeChanges(changes, current));
      const moved = changes.flatMap((change) =>
        change.type === 'position' && change.dragging !== true && change.position !== undefined
          ? [[change.id, roundPosition(change.position)] as const]
          : [],
      );
      if (moved.length > 0) onMove(new Map(moved));
    },
    [setNodes, onMove],
  );
  const select = useCallback(
    ({ nodes: [node], edges: [edge] }: { nodes: Node[]; edges: Edge[] }) => {
      if (node !== undefined) onSelection({ kind: 'node', id: node.id });
      else if (edge !== undefined) onSelection({ kind: 'edge', id: edge.id });
    },
    [onSelection],
  );
  return (
    <ReactFlow
      aria-label={words.graph}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      onNodesChange={changeNodes}
      onEdgesChange={(changes) => setEdges((current) => applyEdgeChanges(changes, current))}
      onSelectionChange={select}
      onNodeClick={(_event, { id }) => onSelection({ kind: 'node', id })}
      onEdgeClick={(_event, { id }) => onSelection({ kind: 'edge', id })}
      onPaneClick={() => onSelection(undefined)}
      onConnect={({ source, target }) => onConnect(source, target)}
      onDelete={({ nodes: removed, edges: cut }) =>
        onDelete(
          removed.map(({ id }) => id),
          cut.map(({ id }) => id),
        )
      }
      nodesDraggable={!isDisabled}
      nodesConnectable={!isDisabled}
      deleteKeyCode={isDisabled ? null : ['Backspace', 'Delete']}
      minZoom={0.1}
    >
      <Background />
      <Controls showInteractive={false} className="max-md:hidden!" />
      <Opening startId={useMemo(() => startOf(flow), [flow])} />
      {view !== undefined && <Viewport view={view} />}
    </ReactFlow>
  );
}

const fitOptions = { maxZoom: 1, padding: 0.15 };
const readableZoom = 0.7;

/** Shows the whole flow at first. If its text would be too small to read, shows the start and what follows. */
function Opening({ startId }: { readonly startId: string | undefined }) {
  const { fitView, getNodes, getNodesBounds, getZoom, setViewport } = useReactFlow();
  const isMeasured = useNodesInitialized();
  const store = useStoreApi();
  const isShown = useRef(false);
  useEffect(() => {
    if (!isMeasured || isShown.current) return;
    isShown.current = true;
    void fitView(fitOptions).then(() => {
      const nodes = getNodes();
      const start = nodes.find(({ id }) => id === startId);
      if (start === undefined || getZoom() >= readableZoom) return;
      const { width, height } = store.getState();
      const { y } = start.position;
      const isNear = ({ position }: Node) => position.y >= y && position.y <= y + height / readableZoom;
      const near = getNodesBounds(nodes.filter(isNear));
      const centred = near.width * readableZoom > width ? getNodesBounds([start]) : near;
      const x = width / 2 - (centred.x + centred.width / 2) * readableZoom;
      void setViewport({ x, y: topMargin - y * readableZoom, zoom: readableZoom });
    });
  }, [isMeasured, startId, store, fitView, getNodes, getNodesBounds, getZoom, setViewport]);
  return null;
}

const topMargin = 24;

/** Moves the graph to what it should show. A node that is already visible moves nothing. */
function Viewport({ view }: { readonly view: GraphView }) {
  const { fitView, setCenter, getZoom } = useReactFlow();
  const store = useStoreApi();
  const node = useInternalNode(view.nodeId ?? '');
  const shown = useRef<GraphView>(undefined);
  useEffect(() => {
    if (shown.current === view) return;
    if (view.nodeId !== undefined && node?.measured.width === undefined) return;
    shown.current = view;
    if (node === undefined) void fitView(fitOptions);
    else if (!isVisible(node, store.getState())) {
      const { x, y, width, height } = boxOf(node);
      const zoom = getZoom();
      // With the other nodes around it, unless they are too many to read.
      void fitView({ ...fitOptions, maxZoom: zoom }).then(() => {
        if (getZoom() < readableZoom) void setCenter(x + width / 2, y + height / 2, { zoom });
      });
    }
  }, [view, node, store, fitView, setCenter, getZoom]);
  return null;
}

const boxOf = ({ internals, measured }: InternalNode) => ({
  ...internals.positionAbsolute,
  width: measured.width ?? 0,
  height: measured.height ?? 0,
});

function isVisible(
  node: InternalNode,
  { transform: [left, top, zoom], width, height }: ReactFlowState,
): boolean {
  const box = boxOf(node);
  const isBetween = (start: number, size: number, end: number) => start >= 0 && start + size * zoom <= end;
  return (
    isBetween(box.x * zoom + left, box.width, width) && isBetween(box.y * zoom + top, box.height, height)
  );
}

const roundPosition = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) });

type GraphState = Pick<FlowGraphProps, 'faults' | 'names' | 'litNodeId' | 'selection'>;

/** The nodes of the flow, with the sizes and the selection that the graph keeps. */
function useStepNodes(flow: Flow, { faults, names, litNodeId, selection }: GraphState) {
  const startId = useMemo(() => startOf(flow), [flow]);
  const steps = useMemo(() => {
    const positions = positionsOf(flow);
    return flow.nodes.map((node): StepNode => ({
      id: node.id,
      type: 'step',
      position: positions.get(node.id)!,
      selected: selection?.kind === 'node' && selection.id === node.id,
      ariaLabel: `${typeLabel(node.type)}: ${nodeTitle(node)}`,
      data: {
        node,
        isStart: node.id === startId,
        isLit: node.id === litNodeId,
        fault: Object.values(faults.nodes.get(node.id) ?? {})[0],
        summary: nodeSummary(node, names),
      },
    }));
  }, [flow, startId, faults, names, litNodeId, selection]);
  const [nodes, setNodes] = useState(steps);
  useEffect(() => {
    setNodes((current) => {
      const known = new Map(current.map((node) => [node.id, node]));
      return steps.map((step) => ({ ...known.get(step.id), ...step }));
    });
  }, [steps]);
  return [nodes, setNodes] as const;
}

const maxLabel = 34;

function useStepEdges(flow: Flow, { faults, selection }: GraphState) {
  const lines = useMemo(
    () =>
      flow.edges.map(({ id, from, to, condition }): Edge => {
        const label = conditionLabel(condition);
        const isSelected = selection?.kind === 'edge' && selection.id === id;
        return {
          id,
          source: from,
          target: to,
          label: label.length > maxLabel ? `${label.slice(0, maxLabel - 1)}…` : label,
          selected: isSelected,
          ariaLabel: `${from}, ${to}: ${label}`,
          style: faults.edges.has(id) ? { stroke: 'var(--color-bad)', strokeWidth: 2 } : {},
          markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--color-line-strong)' },
          labelBgPadding: [4, 2],
        };
      }),
    [flow, faults, selection],
  );
  const [edges, setEdges] = useState(lines);
  useEffect(() => setEdges(lines), [lines]);
  return [edges, setEdges] as const;
}

function Step({ data: { node, isStart, isLit, fault, summary }, selected }: NodeProps<StepNode>) {
  return (
    <div
      className={`w-56 rounded-lg border bg-surface px-3 py-2 text-sm ${borderOf(fault !== undefined, selected, isLit)}`}
    >
      <Handle type="target" position={Side.Top} />
      <div className="flex items-center gap-1.5 text-xs">
        <span className="flex-1 font-medium text-muted">{typeLabel(node.type)}</span>
        {isStart && <Mark className="bg-ok-soft text-ok">{words.start}</Mark>}
        {node.isGlobal !== undefined && <Mark className="bg-info-soft text-info">{words.global}</Mark>}
        {fault !== undefined && <Mark className="bg-bad-soft text-bad">{words.fault}</Mark>}
      </div>
      <p className="truncate font-medium">{nodeTitle(node)}</p>
      <p className="line-clamp-2 text-xs break-words text-muted">{summary}</p>
      {node.type !== 'end' && <Handle type="source" position={Side.Bottom} />}
    </div>
  );
}

function borderOf(hasFault: boolean, isSelected: boolean, isLit: boolean): string {
  const ring = isLit ? 'ring-4 ring-accent/40 ' : '';
  if (hasFault) return `${ring}border-bad`;
  return `${ring}${isSelected || isLit ? 'border-accent' : 'border-line-strong/60'}`;
}

const Mark = ({ className, children }: { readonly className: string; readonly children: string }) => (
  <span className={`rounded px-1 font-medium ${className}`}>{children}</span>
);
