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
import { conditionLabel, nodeSummary, nodeTitle, typeLabel, type FlowNode } from './describe.ts';
import type { FlowFaults } from './edit-flow.ts';
import { positionsOf, startOf, type Position } from './layout.ts';

const words = text.flows.editor;

type StepData = {
  readonly node: FlowNode;
  readonly isStart: boolean;
  readonly isLit: boolean;
  readonly fault: string | undefined;
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
      fitView
      fitViewOptions={fitOptions}
      minZoom={0.1}
    >
      <Background />
      <Controls showInteractive={false} />
      {view !== undefined && <Viewport view={view} />}
    </ReactFlow>
  );
}

const fitOptions = { maxZoom: 1, padding: 0.15 };

/** Moves the graph to what it should show. A node that is already visible moves nothing, and the zoom of the user stays. */
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
      void setCenter(x + width / 2, y + height / 2, { zoom: getZoom() });
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

type GraphState = Pick<FlowGraphProps, 'faults' | 'litNodeId' | 'selection'>;

/** The nodes of the flow, with the sizes and the selection that the graph keeps. */
function useStepNodes(flow: Flow, { faults, litNodeId, selection }: GraphState) {
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
      },
    }));
  }, [flow, startId, faults, litNodeId, selection]);
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

function Step({ data: { node, isStart, isLit, fault }, selected }: NodeProps<StepNode>) {
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
      <p className="line-clamp-2 text-xs break-words text-muted">{nodeSummary(node)}</p>
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
