import type { Flow, FlowValidation, UpdateFlowData } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { api, queryClient, useList, type FieldErrors } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { FormError, QueryState } from '../components/states.tsx';
import { ConflictDialog } from '../features/editing/conflict-dialog.tsx';
import { focusField } from '../features/editing/findings.tsx';
import { RunByText } from '../features/editing/run-by-text.tsx';
import { SaveActions } from '../features/editing/save-actions.tsx';
import { useDraft, type SavePatch } from '../features/editing/use-draft.ts';
import { VersionHistory } from '../features/editing/version-history.tsx';
import { faultsOf, inPageWords, removeElements, withoutNode } from '../features/flows/edit-flow.ts';
import { FlowGraph } from '../features/flows/flow-graph.tsx';
import { FlowPanel } from '../features/flows/flow-panel.tsx';
import { flowQuery, useReferences, type FlowDraft } from '../features/flows/flow-query.ts';
import { FlowStatusBadge } from '../features/flows/flow-status.tsx';
import { FlowToolbar } from '../features/flows/flow-toolbar.tsx';
import { useFlowEdits } from '../features/flows/use-flow-edits.ts';
import { useCan } from '../features/session/session.ts';
import type { JsonObject } from '../merge-patch.ts';
import { text } from '../text/index.ts';

const words = text.flows.editor;

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
  const edits = useFlowEdits(draft);
  const errors = useMemo(
    () =>
      inPageWords(withoutNode(draft.errors, edits.newNodeId, draft.checked as Flow | undefined), draft.draft),
    [draft.errors, draft.checked, draft.draft, edits.newNodeId],
  );
  const warnings = useMemo(() => inPageWords(draft.warnings, draft.draft), [draft.warnings, draft.draft]);
  const faults = useMemo(() => faultsOf(errors, draft.checked as Flow | undefined), [errors, draft.checked]);
  const save = (change?: JsonObject) => {
    edits.finishNewNode();
    void draft.save(change);
  };
  useShortcuts((command) => {
    if (!canWrite) return;
    if (command === 'undo') draft.undo?.();
    else if (command === 'redo') draft.redo?.();
    else if (draft.isDirty) save();
  });
  return (
    <>
      <Page
        isFull
        title={draft.base.name}
        description={<FlowPlace flow={draft.base} />}
        actions={
          <>
            <DeleteFlow flowId={saved.id} />
            <SaveActions
              {...draft}
              isAllowed={canWrite}
              errors={errors}
              warnings={warnings}
              onSave={() => save()}
              onDiscard={draft.discard}
              onOpen={(fieldPath) => {
                const inside = edits.open(fieldPath, draft.checked as Flow | undefined);
                requestAnimationFrame(() => focusField(inside));
              }}
            />
          </>
        }
      >
        <FlowEditor
          {...{ draft, edits, faults, warnings, canWrite }}
          onPublish={() => save({ status: 'active' })}
        />
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

/** Where the flow is: its list, its version and its agents. */
const FlowPlace = ({ flow }: { readonly flow: Flow }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    <Link to="/flows" className="underline-offset-2 hover:underline">
      {text.flows.title}
    </Link>
    <span aria-hidden>/</span>
    {text.form.versions.version(flow.version)}
    <FlowStatusBadge {...flow} />
    <AgentsOfFlow flowId={flow.id} />
  </span>
);

/** Links to the agents of the flow, which call with it. */
function AgentsOfFlow({ flowId }: { readonly flowId: string }) {
  const { agents } = useReferences();
  const ofFlow = agents.filter((agent) => agent.flowId === flowId);
  if (ofFlow.length === 0) return null;
  return (
    <span className="min-w-0 wrap-anywhere">
      {text.flows.usedBy}{' '}
      {ofFlow.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to="/agents/$agentId" params={{ agentId: id }} className="underline underline-offset-2">
            {name}
          </Link>
        </span>
      ))}
    </span>
  );
}

type Draft = ReturnType<typeof useDraft<FlowDraft, FlowValidation>>;

/** Says that the flow cannot be used yet, with the button that publishes it. */
function PublishNotice({ draft, onPublish }: Pick<FlowEditorProps, 'draft' | 'onPublish'>) {
  const { status } = draft.base;
  const canWrite = useCan('flows:write');
  if (status === 'active' || !canWrite) return null;
  return (
    <Notice
      actions={
        <Button
          variant={draft.isDirty ? 'secondary' : 'primary'}
          pending={draft.isSaving}
          onClick={onPublish}
        >
          {draft.isDirty ? text.flows.saveAndPublish : text.flows.publish}
        </Button>
      }
    >
      {text.flows.unpublished[status]}
    </Notice>
  );
}

interface FlowEditorProps {
  readonly draft: Draft;
  readonly edits: ReturnType<typeof useFlowEdits>;
  readonly faults: ReturnType<typeof faultsOf>;
  /** Messages by path. */
  readonly warnings: FieldErrors;
  readonly canWrite: boolean;
  readonly onPublish: () => void;
}

/** A flow with faults is named in the words of the page: its list of faults opens their steps. */
const messageOf = ({ message, errors }: Draft): string =>
  message !== '' && Object.keys(errors).length > 0 ? words.incomplete : message;

function FlowEditor({ draft, edits, faults, warnings: messages, canWrite, onPublish }: FlowEditorProps) {
  const flow: Flow = draft.draft;
  const { selection, tab, setTab, change, select, move, connect, add, completeNode, arrange, view } = edits;
  const [litNodeId, lightNodes] = useLitNode();
  const { names } = useReferences();
  const warnings = useMemo(
    () => faultsOf(messages, draft.checked as Flow | undefined),
    [messages, draft.checked],
  );
  return (
    <div className="flex h-full flex-col">
      <FlowToolbar
        flow={flow}
        isDisabled={!canWrite}
        undo={draft.undo}
        redo={draft.redo}
        onAdd={add}
        onArrange={arrange}
        onImport={(imported) => change(() => imported)}
      />
      <div className="px-6 *:mb-3 max-md:px-4">
        <PublishNotice {...{ draft, onPublish }} />
        <FormError message={canWrite ? messageOf(draft) : text.common.forbidden('flows:write')} />
      </div>
      <div className="flex min-h-0 flex-1 border-t border-line max-md:flex-col">
        <div className="relative min-h-0 min-w-0 flex-1">
          {flow.nodes.length === 0 && (
            <p className="pointer-events-none absolute inset-x-0 top-1/3 z-10 mx-auto max-w-80 px-4 text-center text-sm text-muted">
              {words.noSteps}
            </p>
          )}
          <FlowGraph
            {...{ flow, faults, names, litNodeId, selection, view }}
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
            onComplete={completeNode}
            isDisabled={!canWrite}
            tryIt={
              <RunByText
                scope="flows:write"
                flowId={flow.id}
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

const stepMs = 450;

/** Returns the node to light, and a function that lights nodes one after the other. The last one stays lit. */
function useLitNode() {
  const [queue, setQueue] = useState<readonly string[]>([]);
  useEffect(() => {
    if (queue.length < 2) return undefined;
    const timer = setTimeout(() => setQueue(queue.slice(1)), stepMs);
    return () => clearTimeout(timer);
  }, [queue]);
  return [queue[0], setQueue] as const;
}

type Command = 'save' | 'undo' | 'redo';

/** Calls `onCommand` for the shortcuts of the editor, wherever the focus is: it is on no element after a node was deleted. */
function useShortcuts(onCommand: (command: Command) => void): void {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (command === undefined) return;
      event.preventDefault();
      onCommand(command);
    };
    addEventListener('keydown', keyDown);
    return () => removeEventListener('keydown', keyDown);
  }, [onCommand]);
}

/** Undo and redo of the browser stay in text fields. */
function commandOf({ key, shiftKey, metaKey, ctrlKey, target }: KeyboardEvent): Command | undefined {
  if (!metaKey && !ctrlKey) return undefined;
  if (key === 's') return 'save';
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : undefined;
}
