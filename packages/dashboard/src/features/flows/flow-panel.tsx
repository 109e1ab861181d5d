import type { Flow, FlowValidation } from '@parley/sdk/client';
import { useMemo, type ReactNode } from 'react';
import type { FieldErrors } from '../../api.ts';
import { SchemaForm, type FieldOptions } from '../../components/form-context.tsx';
import { SchemaFields } from '../../components/schema-form.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { JsonObject } from '../../merge-patch.ts';
import { schemaOf } from '../../schema.ts';
import { text } from '../../text/index.ts';
import { nodeTitle, type FlowEdge, type FlowNode } from './describe.ts';
import { changeEdge, changeNode, elementAt, faultsOf, removeElements, type FlowFaults } from './edit-flow.ts';
import type { Selection } from './flow-graph.tsx';
import { useReferences } from './flow-query.ts';
import { MessagePreviews, smsNotes, type MessagePreview } from './message-preview.tsx';
import { EdgeForm, NodeForm } from './node-form.tsx';

const words = text.flows.editor;

export type PanelTab = 'step' | 'flow' | 'try' | 'versions';

interface FlowPanelProps {
  readonly flow: Flow;
  readonly tab: PanelTab;
  readonly onTab: (tab: PanelTab) => void;
  readonly selection: Selection | undefined;
  readonly onSelection: (selection: Selection | undefined) => void;
  readonly onChange: (change: (flow: Flow) => Flow, tag?: string) => void;
  readonly onConnect: (from: string, to: string) => void;
  /** Adds what follows a step in every other case. */
  readonly onComplete: (nodeId: string) => void;
  readonly faults: FlowFaults;
  readonly warnings: FlowFaults;
  /** What the service says about the flow, and the flow that it is about. */
  readonly validation: (FlowValidation & { readonly checked: JsonObject }) | undefined;
  readonly isDisabled: boolean;
  readonly tryIt: ReactNode;
  readonly versions: ReactNode;
}

/** What the first message is made of. */
const messageFields = ['name', 'status', 'initiationMessage', 'channel', 'subject'];

/** Beside the graph: the selected node or edge, the settings of the flow, the run by text, and the versions. */
export function FlowPanel({ tab, onTab, tryIt, versions, validation, ...shared }: FlowPanelProps) {
  const { flow, onChange, faults, warnings, isDisabled } = shared;
  const optionsAt = useFlowOptions(flow);
  const checked = validation?.checked as Flow | undefined;
  const messages = validation?.messages ?? [];
  const notes = faultsOf(smsNotes(messages), checked);
  const previewsOf = (id: string | undefined) =>
    messages.filter(({ path }) => elementAt(path, checked)?.id === id);
  const props = { ...shared, notes, previewsOf };
  const fields = {
    schema: schemaOf(flow.type === 'call' ? 'CallFlowInput' : 'MessageFlowInput'),
    value: { ...flow },
    onValue: (next: JsonObject) => onChange(() => next as unknown as Flow, 'flow'),
  };
  return (
    <SchemaForm {...{ optionsAt, isDisabled }} language={languageOf(flow)}>
      <Tabs<PanelTab>
        label={words.panel}
        value={tab}
        onValue={onTab}
        tabs={[
          { name: 'step', label: words.step, content: <SelectedElement {...props} /> },
          {
            name: 'flow',
            label: words.flow,
            content: (
              <SchemaForm
                {...{ isDisabled }}
                errors={faults.others}
                warnings={warnings.others}
                notes={notes.others}
              >
                <div className="grid gap-4">
                  {flow.type === 'message' && (
                    <>
                      <SchemaFields {...fields} only={messageFields} />
                      <MessagePreviews messages={previewsOf(undefined)} />
                    </>
                  )}
                  <SchemaFields
                    {...fields}
                    omit={['type', 'nodes', 'edges', ...(flow.type === 'message' ? messageFields : [])]}
                  />
                </div>
              </SchemaForm>
            ),
          },
          { name: 'try', label: words.try, content: tryIt },
          { name: 'versions', label: words.versions, content: versions },
        ]}
      />
    </SchemaForm>
  );
}

const none: FieldErrors = {};

interface ElementProps extends Omit<FlowPanelProps, 'tab' | 'onTab' | 'tryIt' | 'versions' | 'validation'> {
  readonly notes: FlowFaults;
  readonly previewsOf: (nodeId: string) => readonly MessagePreview[];
}

function SelectedElement(props: ElementProps) {
  const { flow, selection, isDisabled } = props;
  const node = selection?.kind === 'node' && flow.nodes.find(({ id }) => id === selection.id);
  const edge = selection?.kind === 'edge' && flow.edges.find(({ id }) => id === selection.id);
  if (node)
    return (
      <fieldset disabled={isDisabled} className="contents">
        <SelectedNode {...props} node={node} />
      </fieldset>
    );
  if (edge)
    return (
      <fieldset disabled={isDisabled} className="contents">
        <SelectedEdge {...props} edge={edge} />
      </fieldset>
    );
  return <p className="py-6 text-center text-sm text-muted">{words.select}</p>;
}

function SelectedNode({
  node,
  flow,
  onSelection,
  onChange,
  onConnect,
  onComplete,
  faults,
  warnings,
  notes,
  previewsOf,
}: ElementProps & { readonly node: FlowNode }) {
  return (
    <NodeForm
      {...{ flow, node, onSelection }}
      errors={faults.nodes.get(node.id) ?? none}
      warnings={warnings.nodes.get(node.id) ?? none}
      notes={notes.nodes.get(node.id) ?? none}
      preview={<MessagePreviews messages={previewsOf(node.id)} />}
      onNode={(next) => {
        onChange((current) => changeNode(current, node.id, next), `node ${flow.nodes.indexOf(node)}`);
        if (next.id !== node.id) onSelection({ kind: 'node', id: next.id });
      }}
      onConnect={(to) => onConnect(node.id, to)}
      onComplete={() => onComplete(node.id)}
      onDelete={() => {
        onChange((current) => removeElements(current, [node.id], []));
        onSelection(undefined);
      }}
    />
  );
}

function SelectedEdge({
  edge,
  flow,
  onSelection,
  onChange,
  faults,
  warnings,
}: ElementProps & { readonly edge: FlowEdge }) {
  return (
    <EdgeForm
      {...{ flow, edge, onSelection }}
      errors={faults.edges.get(edge.id) ?? none}
      warnings={warnings.edges.get(edge.id) ?? none}
      onEdge={(next) => onChange((current) => changeEdge(current, edge.id, next), `edge ${edge.id}`)}
      onDelete={() => {
        onChange((current) => removeElements(current, [], [edge.id]));
        onSelection(undefined);
      }}
    />
  );
}

/** The language of new texts per language: that of the first such text in the flow. */
function languageOf({ nodes }: Flow): string {
  for (const { config } of nodes)
    for (const value of Object.values(config as Readonly<Record<string, unknown>>))
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return Object.keys(value)[0] ?? 'en';
  return 'en';
}

/** What the service offers for ids in the flow. */
function useFlowOptions(flow: Flow): (path: string) => FieldOptions | undefined {
  const { agents, messageFlows } = useReferences();
  return useMemo(() => {
    const agentOptions = { values: agents.map(({ id, name }) => [id, name] as const) };
    const options: Readonly<Record<string, FieldOptions>> = {
      agentId: agentOptions,
      'config.agentId': agentOptions,
      'config.flowId': { values: messageFlows.map(({ id, name }) => [id, name]) },
      'config.disposition': { values: Object.entries(text.dispositions.names), isOpen: true },
      startNodeId: { values: flow.nodes.map((node) => [node.id, nodeTitle(node)]) },
    };
    return (path) => options[path];
  }, [agents, messageFlows, flow.nodes]);
}
