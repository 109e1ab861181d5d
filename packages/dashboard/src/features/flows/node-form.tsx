import type { Flow } from '@parley/sdk/client';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, Field, Select } from '../../components/field.tsx';
import { InlineCode, SchemaForm, useForm } from '../../components/form-context.tsx';
import { SchemaFields } from '../../components/schema-form.tsx';
import type { JsonObject } from '../../merge-patch.ts';
import { resolve, schemaOf, type Schema } from '../../schema.ts';
import { text } from '../../text/index.ts';
import { toPageWording } from '../../wording.ts';
import { AnswerCondition } from './answer-condition.tsx';
import { conditionLabel, nodeTitle, typeLabel, type FlowEdge, type FlowNode } from './describe.ts';
import { lacksElse, nodeSchemaOf } from './edit-flow.ts';
import type { Selection } from './flow-graph.tsx';
import { storedNames } from './flow-values.tsx';

const words = text.flows.editor;

interface NodeFormProps {
  readonly flow: Flow;
  readonly node: FlowNode;
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  readonly notes: FieldErrors;
  /** The messages of the node. */
  readonly preview: ReactNode;
  readonly onNode: (node: FlowNode) => void;
  readonly onSelection: (selection: Selection) => void;
  readonly onConnect: (to: string) => void;
  readonly onComplete: () => void;
  readonly onDelete: () => void;
}

/** The settings of a node, and the edges that start at it. */
export function NodeForm({
  flow,
  node,
  errors,
  warnings,
  notes,
  preview,
  onNode,
  onSelection,
  onConnect,
  onComplete,
  onDelete,
}: NodeFormProps) {
  const schema = nodeSchemaOf(node.type);
  const values: JsonObject = node;
  const change = (next: JsonObject) => onNode(next as FlowNode);
  return (
    <SchemaForm errors={errors} warnings={warnings} notes={notes}>
      <div className="grid gap-4">
        <FormHeader title={typeLabel(node.type)} description={schema.description ?? ''} onDelete={onDelete} />
        <WholeFault message={errors['']} tone="text-bad" />
        {errors[''] !== undefined && lacksElse(flow, node.id) && (
          <div>
            <Button onClick={onComplete}>{words.addElse}</Button>
          </div>
        )}
        <WholeFault message={warnings['']} tone="text-warn" />
        <SchemaFields schema={schema} only={['id', 'name']} value={values} onValue={change} />
        <VariableHint {...{ flow, schema }} />
        {schema.properties?.['config'] !== undefined && (
          <SchemaFields
            schema={schema.properties['config']}
            path="config"
            value={(values['config'] ?? {}) as JsonObject}
            onValue={(config) => change({ ...values, config })}
          />
        )}
        <GlobalCondition node={node} onNode={onNode} />
        {preview}
        <OutgoingEdges {...{ flow, node, onSelection, onConnect }} />
      </div>
    </SchemaForm>
  );
}

const spokenFields = ['text', 'prompt', 'message', 'firstMessage', 'confirmation'];

/** How the texts of a step contain the name of the person and other values. Nothing for a step without texts. */
function VariableHint({ flow, schema }: { readonly flow: Flow; readonly schema: Schema }) {
  const config = resolve(schema.properties?.['config'] ?? {}).properties ?? {};
  if (!spokenFields.some((name) => Object.hasOwn(config, name))) return null;
  const stored = flow.nodes.flatMap(storedNames);
  const names = new Set(['customer.name', 'agent.name', 'now', ...Object.keys(flow.variables), ...stored]);
  return (
    <p className="text-xs text-faint">
      {words.variables}{' '}
      {[...names].map((name) => (
        <code key={name} className="me-1.5 inline-block font-mono">{`{{${name}}}`}</code>
      ))}
    </p>
  );
}

function FormHeader({
  title,
  description,
  onDelete,
}: {
  readonly title: string;
  readonly description: string;
  readonly onDelete: () => void;
}) {
  const { isDisabled } = useForm();
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="text-xs text-faint">
          <InlineCode>{toPageWording(description)}</InlineCode>
        </p>
      </div>
      <Button variant="ghost" isIcon aria-label={words.delete} disabled={isDisabled} onClick={onDelete}>
        <Trash2 aria-hidden size={16} />
      </Button>
    </div>
  );
}

const WholeFault = ({ message, tone }: { readonly message: string | undefined; readonly tone: string }) =>
  message === undefined ? null : <p className={`text-sm ${tone}`}>{message}</p>;

function GlobalCondition({
  node,
  onNode,
}: {
  readonly node: FlowNode;
  readonly onNode: (node: FlowNode) => void;
}) {
  const schema = nodeSchemaOf(node.type).properties!['isGlobal']!;
  const toggle = (isGlobal: boolean) => {
    const { isGlobal: _previous, ...others } = node;
    onNode(
      (isGlobal
        ? { ...others, isGlobal: { condition: { type: 'intent', phrases: [] } } }
        : others) as FlowNode,
    );
  };
  return (
    <div className="grid gap-3">
      <div>
        <Checkbox
          label={<span className="font-medium">{words.isGlobal}</span>}
          checked={node.isGlobal !== undefined}
          onChecked={toggle}
        />
        <p className="ps-6 text-xs text-faint">{schema.description}</p>
      </div>
      {node.isGlobal !== undefined && (
        <SchemaFields
          schema={schema}
          path="isGlobal"
          value={node.isGlobal}
          onValue={(isGlobal) => onNode({ ...node, isGlobal } as unknown as FlowNode)}
        />
      )}
    </div>
  );
}

function OutgoingEdges({
  flow,
  node,
  onSelection,
  onConnect,
}: Pick<NodeFormProps, 'flow' | 'node' | 'onSelection' | 'onConnect'>) {
  if (node.type === 'end') return null;
  const titles = new Map(flow.nodes.map((other) => [other.id, nodeTitle(other)]));
  return (
    <section className="grid gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-medium">{words.edges}</h3>
      <ul className="grid gap-1">
        {flow.edges
          .filter(({ from }) => from === node.id)
          .map((edge) => (
            <li key={edge.id}>
              <button
                type="button"
                onClick={() => onSelection({ kind: 'edge', id: edge.id })}
                className="w-full rounded-md border border-line px-2 py-1 text-start text-sm hover:bg-hover"
              >
                <span className="text-muted">{conditionLabel(edge.condition) || words.always}</span> →{' '}
                {titles.get(edge.to) ?? edge.to}
              </button>
            </li>
          ))}
      </ul>
      <Field label={words.connect}>
        <Select
          value=""
          onValue={(to) => to !== '' && onConnect(to)}
          options={[['', words.choose], ...flow.nodes.map((other) => [other.id, nodeTitle(other)] as const)]}
        />
      </Field>
    </section>
  );
}

interface EdgeFormProps {
  readonly flow: Flow;
  readonly edge: FlowEdge;
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  readonly onEdge: (edge: FlowEdge) => void;
  readonly onSelection: (selection: Selection) => void;
  readonly onDelete: () => void;
}

/** The condition of an edge. */
export function EdgeForm({ flow, edge, errors, warnings, onEdge, onSelection, onDelete }: EdgeFormProps) {
  const schema = schemaOf('FlowEdgeInput');
  const titleOf = (id: string) => {
    const node = flow.nodes.find((other) => other.id === id);
    return node === undefined ? id : nodeTitle(node);
  };
  return (
    <SchemaForm errors={errors} warnings={warnings}>
      <div className="grid gap-4">
        <FormHeader
          title={words.edge(titleOf(edge.from), titleOf(edge.to))}
          description={schema.description ?? ''}
          onDelete={onDelete}
        />
        <WholeFault message={errors['']} tone="text-bad" />
        <WholeFault message={warnings['']} tone="text-warn" />
        <AnswerCondition
          flow={flow}
          condition={edge.condition}
          onCondition={(condition) => onEdge({ ...edge, condition })}
        />
        <SchemaFields
          schema={schema}
          only={['condition', 'priority']}
          value={edge}
          onValue={(next) => onEdge(next as FlowEdge)}
        />
        <div className="flex flex-wrap gap-2">
          {[edge.from, edge.to].map((id) => (
            <Button key={id} onClick={() => onSelection({ kind: 'node', id })}>
              {words.goTo(titleOf(id))}
            </Button>
          ))}
        </div>
      </div>
    </SchemaForm>
  );
}
