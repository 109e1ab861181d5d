import type { Flow } from '@parley/sdk/client';
import { useCallback, useState } from 'react';
import type { JsonObject } from '../../merge-patch.ts';
import { addEdge, addElse, addNode, elementAt, moveNodes } from './edit-flow.ts';
import type { GraphView, Selection } from './flow-graph.tsx';
import type { PanelTab } from './flow-panel.tsx';
import type { FlowDraft } from './flow-query.ts';
import { layoutOf, nodeDistance, positionsOf, type Position } from './layout.ts';

interface FlowEditsInput {
  readonly draft: FlowDraft;
  readonly set: (change: (value: JsonObject) => JsonObject, tag?: string) => void;
}

/** The selection, and the changes that the graph and the panel make to the draft. */
export function useFlowEdits({ draft: flow, set }: FlowEditsInput) {
  const [selection, setSelection] = useState<Selection>();
  const [tab, setTab] = useState<PanelTab>(flow.nodes.length === 0 ? 'flow' : 'step');
  const [newNodeId, setNewNodeId] = useState<string>();
  const [view, setView] = useState<GraphView>();
  const change = useCallback(
    (edit: (flow: Flow) => Flow, tag?: string) =>
      set((value) => ({ ...edit(value as Flow & JsonObject) }), tag),
    [set],
  );
  const select = useCallback((next: Selection | undefined) => {
    setSelection(next);
    setNewNodeId((current) => (next?.id === current ? current : undefined));
    if (next !== undefined) setTab((current) => (current === 'try' ? current : 'step'));
  }, []);
  const move = useCallback(
    (positions: ReadonlyMap<string, Position>) => change((current) => moveNodes(current, positions), 'move'),
    [change],
  );
  const connect = (from: string, to: string) => {
    change((current) => addEdge(current, from, to).flow);
    select({ kind: 'edge', id: addEdge(flow, from, to).id });
  };
  const add = (type: string) => {
    const from = selection?.kind === 'node' ? flow.nodes.find(({ id }) => id === selection.id) : undefined;
    const result = addNode(flow, type, newPosition(flow, from?.id), from);
    change(() => result.flow);
    setTab('step');
    setSelection({ kind: 'node', id: result.id });
    setNewNodeId(result.id);
    setView({ nodeId: result.id });
  };
  /** Adds an end that follows the step in every case without an edge. */
  const completeNode = (nodeId: string) => {
    const result = addElse(flow, nodeId, newPosition(flow, nodeId));
    change(() => result.flow);
    setSelection({ kind: 'node', id: result.id });
    setView({ nodeId: result.id });
  };
  const arrange = () => {
    change((current) => moveNodes(current, layoutOf(current)));
    setView({ nodeId: undefined });
  };
  /** Selects the element of a path, such as `nodes[3].config.text`, and returns the path inside it. */
  const open = (path: string, checked: Flow | undefined): string => {
    const element = elementAt(path, checked);
    setTab(element === undefined ? 'flow' : 'step');
    if (element === undefined) return path;
    setSelection(element);
    return element.path;
  };
  return {
    selection,
    tab,
    setTab,
    change,
    select,
    move,
    connect,
    add,
    completeNode,
    arrange,
    open,
    /** The part of the flow that the graph shows after a change. */
    view,
    /** The node that the user is still filling in for the first time. Its faults are not shown yet. */
    newNodeId,
    finishNewNode: () => setNewNodeId(undefined),
  };
}

/** Below the node that it follows, or below all nodes. */
function newPosition(flow: Flow, from: string | undefined): Position {
  const positions = positionsOf(flow);
  const origin = from === undefined ? undefined : positions.get(from);
  const siblings = flow.edges.filter((edge) => edge.from === from).length;
  if (origin !== undefined) return { x: origin.x + siblings * nodeDistance.x, y: origin.y + nodeDistance.y };
  const lowest = Math.max(-nodeDistance.y, ...[...positions.values()].map(({ y }) => y));
  return { x: 0, y: lowest + nodeDistance.y };
}
