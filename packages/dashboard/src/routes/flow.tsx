import type { Flow, FlowValidation, UpdateFlowData } from '@parley/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { api, queryClient, useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Page } from '../components/page.tsx';
import { FormError, QueryState } from '../components/states.tsx';
import { ConflictDialog } from '../features/editing/conflict-dialog.tsx';
import { focusField } from '../features/editing/findings.tsx';
import { RunByText } from '../features/editing/run-by-text.tsx';
import { SaveActions } from '../features/editing/save-actions.tsx';
import { useDraft, type SavePatch } from '../features/editing/use-draft.ts';
import { VersionHistory } from '../features/editing/version-history.tsx';
import {
  addEdge,
  addNode,
  elementAt,
  faultsOf,
  moveNodes,
  removeElements,
} from '../features/flows/edit-flow.ts';
import { FlowGraph, type Selection } from '../features/flows/flow-graph.tsx';
import { FlowPanel, type PanelTab } from '../features/flows/flow-panel.tsx';
import { FlowStatusBadge } from '../features/flows/flow-status.tsx';
import { FlowToolbar } from '../features/flows/flow-toolbar.tsx';
import { layeredLayout, positionsOf, type Position } from '../features/flows/layout.ts';
import { useLitNode } from '../features/flows/use-lit-node.ts';
import { useShortcuts } from '../features/flows/use-shortcuts.ts';
import { useCan } from '../features/session/session.ts';
import type { JsonObject } from '../merge-patch.ts';
import { text } from '../text/index.ts';

const words = text.flows.editor;

/** A flow as the draft keeps it. */
type FlowDraft = Flow & JsonObject;

const flowQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['getFlow', flowId],
    queryFn: async ({ signal }) => (await api.getFlow({ path: { flowId }, signal })) as FlowDraft,
  });

/** One flow: its graph, and beside it the selected step, the settings, a run by text and the versions. */
export function FlowPage() {
  const { flowId } = useParams({ from: '/shell/flows/$flowId' });
  const query = useQuery(flowQuery(flowId));
  return <QueryState query={query}>{(flow) => <FlowView key={flow.id} flow={flow} />}</QueryState>;
}

const saveFlow =
  (flowId: string): SavePatch<FlowDraft> =>
  async (body, ifMatch) => {
    const result = (await api.updateFlow({
      path: { flowId },
      body: body as UpdateFlowData['body'],
      headers: { 'If-Match': ifMatch },
    })) as FlowDraft & Awaited<ReturnType<typeof api.updateFlow>>;
    const { warnings: _warnings, ...flow } = result;
    queryClient.setQueryData(flowQuery(flowId).queryKey, flow as unknown as FlowDraft);
    await queryClient.invalidateQueries({ queryKey: ['listFlows'] });
    await queryClient.invalidateQueries({ queryKey: ['listFlowVersions'] });
    return result;
  };

function FlowView({ flow: saved }: { readonly flow: FlowDraft }) {
  const path = { flowId: saved.id };
  const canWrite = useCan('flows:write');
  const draft = useDraft<FlowDraft, FlowValidation>(saved, {
    save: saveFlow(saved.id),
    validate: (body, signal) => api.validateFlow({ path, body, signal }),
  });
  const faults = useMemo(
    () => faultsOf(draft.errors, draft.checked as Flow | undefined),
    [draft.errors, draft.checked],
  );
  const edits = useFlowEdits(draft);
  useShortcuts((command) => {
    if (!canWrite) return;
    if (command === 'undo') draft.undo?.();
    else if (command === 'redo') draft.redo?.();
    else if (draft.isDirty) void draft.save();
  });
  return (
    <>
      <Page
        isFull
        title={draft.base.name}
        description={
          <span className="flex flex-wrap items-center gap-x-2">
            <Link to="/flows" className="underline-offset-2 hover:underline">
              {text.flows.title}
            </Link>
            <span aria-hidden>/</span>
            {text.form.versions.version(draft.base.version)}
            <FlowStatusBadge {...draft.base} />
          </span>
        }
        actions={
          <>
            <DeleteFlow flowId={saved.id} />
            <SaveActions
              {...draft}
              isAllowed={canWrite}
              onSave={() => void draft.save()}
              onDiscard={draft.discard}
              onOpen={(fieldPath) => {
                const inside = edits.open(fieldPath, draft.checked as Flow | undefined);
                requestAnimationFrame(() => focusField(inside));
              }}
            />
          </>
        }
      >
        <FlowEditor draft={draft} edits={edits} faults={faults} canWrite={canWrite} />
      </Page>
      {draft.hasConflict && (
        <ConflictDialog
          id={saved.id}
          baseVersion={draft.base.version}
          readCurrent={async () => (await api.getFlow({ path })) as FlowDraft}
          readVersion={(version, against) =>
            api.getFlowVersion({ path: { ...path, version: String(version) }, query: { against } })
          }
          onResolve={draft.rebase}
          onClose={draft.closeConflict}
        />
      )}
    </>
  );
}

type Draft = ReturnType<typeof useDraft<FlowDraft, FlowValidation>>;

interface FlowEditorProps {
  readonly draft: Draft;
  readonly edits: ReturnType<typeof useFlowEdits>;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly canWrite: boolean;
}

/** The selection, and the changes that the graph and the panel make to the draft. */
function useFlowEdits({ draft: flow, set }: Draft) {
  const [selection, setSelection] = useState<Selection>();
  const [tab, setTab] = useState<PanelTab>(flow.nodes.length === 0 ? 'flow' : 'step');
  const change = useCallback(
    (edit: (flow: Flow) => Flow, tag?: string) =>
      set((value) => ({ ...edit(value as Flow & JsonObject) }), tag),
    [set],
  );
  const select = useCallback((next: Selection | undefined) => {
    setSelection(next);
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
  };
  /** Selects the element of a path, such as `nodes[3].config.text`, and returns the path inside it. */
  const open = (path: string, checked: Flow | undefined): string => {
    const element = elementAt(path, checked);
    setTab(element === undefined ? 'flow' : 'step');
    if (element === undefined) return path;
    setSelection(element);
    return element.path;
  };
  return { selection, tab, setTab, change, select, move, connect, add, open };
}

function FlowEditor({ draft, edits, faults, canWrite }: FlowEditorProps) {
  const flow: Flow = draft.draft;
  const { selection, tab, setTab, change, select, move, connect, add } = edits;
  const [litNodeId, lightNodes] = useLitNode();
  const warnings = useMemo(
    () => faultsOf(draft.warnings, draft.checked as Flow | undefined),
    [draft.warnings, draft.checked],
  );
  return (
    <div className="flex h-full flex-col">
      <FlowToolbar
        flow={flow}
        isDisabled={!canWrite}
        undo={draft.undo}
        redo={draft.redo}
        onAdd={add}
        onArrange={() => change((current) => moveNodes(current, layeredLayout(current)))}
        onImport={(imported) => change(() => imported)}
      />
      <div className="px-6 *:mb-3 max-md:px-4">
        <FormError message={canWrite ? draft.message : text.common.forbidden('flows:write')} />
      </div>
      <div className="flex min-h-0 flex-1 border-t border-line max-md:flex-col">
        <div className="relative min-h-0 min-w-0 flex-1">
          {flow.nodes.length === 0 && (
            <p className="pointer-events-none absolute inset-x-0 top-1/3 z-10 mx-auto max-w-80 px-4 text-center text-sm text-muted">
              {words.noSteps}
            </p>
          )}
          <FlowGraph
            {...{ flow, faults, litNodeId, selection }}
            onSelection={select}
            onMove={move}
            onConnect={connect}
            onDelete={(nodeIds, edgeIds) => change((current) => removeElements(current, nodeIds, edgeIds))}
            isDisabled={!canWrite}
          />
        </div>
        <aside
          aria-label={words.panel}
          className="w-96 shrink-0 overflow-y-auto border-s border-line bg-surface px-4 pt-2 pb-8 max-md:h-1/2 max-md:w-full max-md:border-s-0 max-md:border-t"
        >
          <FlowPanel
            {...{ flow, tab, selection, faults, warnings }}
            validation={draft.validation}
            onTab={setTab}
            onSelection={select}
            onChange={change}
            onConnect={connect}
            isDisabled={!canWrite}
            tryIt={
              <RunByText
                scope="flows:write"
                isDirty={draft.isDirty}
                run={(body) => api.runFlow({ path: { flowId: flow.id }, body })}
                onNodes={lightNodes}
              />
            }
            versions={<FlowVersions flow={draft.base} />}
          />
        </aside>
      </div>
    </div>
  );
}

/** Below the node that it follows, or below all nodes. */
function newPosition(flow: Flow, from: string | undefined): Position {
  const positions = positionsOf(flow);
  const origin = from === undefined ? undefined : positions.get(from);
  const siblings = flow.edges.filter((edge) => edge.from === from).length;
  if (origin !== undefined) return { x: origin.x + siblings * 270, y: origin.y + 170 };
  const lowest = Math.max(-170, ...[...positions.values()].map(({ y }) => y));
  return { x: 0, y: lowest + 170 };
}

function FlowVersions({ flow }: { readonly flow: Flow }) {
  const path = { flowId: flow.id };
  const versions = useList('listFlowVersions', { path });
  return (
    <VersionHistory
      id={flow.id}
      current={flow.version}
      canWrite={useCan('flows:write')}
      versions={versions}
      readVersion={(version) => api.getFlowVersion({ path: { ...path, version: String(version) } })}
      restore={(version) =>
        api.restoreFlowVersion({
          path: { ...path, version: String(version) },
          headers: { 'If-Match': `"${flow.version}"` },
        })
      }
    />
  );
}

function DeleteFlow({ flowId }: { readonly flowId: string }) {
  const navigate = useNavigate();
  if (!useCan('flows:write')) return null;
  return (
    <Confirm
      trigger={(open) => (
        <Button variant="ghost" onClick={open}>
          {words.delete}
        </Button>
      )}
      title={words.deleteTitle}
      description={words.deleteDescription}
      action={words.deleteFlow}
      onConfirm={async () => {
        await api.deleteFlow({ path: { flowId } });
        await queryClient.invalidateQueries({ queryKey: ['listFlows'] });
        await navigate({ to: '/flows', ignoreBlocker: true });
      }}
    />
  );
}
