import type { AgentRunInput, FlowRun, FlowRunAction } from '@parley/sdk/client';
import { useRef, useState } from 'react';
import { useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { labelOf } from '../../wording.ts';
import { text } from '../../text/index.ts';
import { useFlowValues } from '../flows/flow-values.tsx';
import { useCan } from '../session/session.ts';

const words = text.form.run;

type Input = NonNullable<AgentRunInput['inputs']>[number];
type Step = FlowRun['steps'][number];

interface RunByTextProps {
  readonly run: (body: AgentRunInput) => Promise<FlowRun>;
  /** The flow whose variables the user can fill in. */
  readonly flowId: string | null;
  readonly isDirty: boolean;
  /** The scope that a run requires. */
  readonly scope: 'agents:write' | 'flows:write';
  /** The nodes that the flow entered, in order, after each input. */
  readonly onNodes?: (nodeIds: readonly string[]) => void;
}

/** A conversation with the saved agent or flow, in which the user writes what the customer says. */
export function RunByText({ run, flowId, isDirty, scope, onNodes }: RunByTextProps) {
  const canRun = useCan(scope);
  const hint = isDirty ? words.unsaved : words.description;
  const [name, setName] = useState('Ada');
  const { dynamic, fields } = useFlowValues(flowId);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [last, setLast] = useState<FlowRun>();
  const request = useChange(run, {
    changes: [],
    onSuccess: (result) => {
      setLast(result);
      setSteps((previous) => [...previous, ...result.steps]);
      onNodes?.(enteredNodes(result));
    },
  });
  const start = () => {
    setSteps([]);
    setLast(undefined);
    request.mutate({ customer: { name }, dynamic });
  };
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{canRun ? hint : text.common.forbidden(scope)}</p>
      <Conversation steps={steps} />
      {last === undefined ? (
        <>
          <Field label={words.customerName}>
            <TextInput value={name} onValue={setName} />
          </Field>
          {fields}
        </>
      ) : (
        <Continuation
          run={last}
          isPending={request.isPending}
          onInput={(input) => request.mutate({ inputs: [input], state: last.state! })}
        />
      )}
      <FormError message={request.message} />
      <div>
        <Button
          variant={last === undefined ? 'primary' : 'secondary'}
          disabled={!canRun}
          pending={request.isPending && last === undefined}
          onClick={start}
        >
          {last === undefined ? words.start : words.restart}
        </Button>
      </div>
      {last !== undefined && <Variables variables={last.variables} />}
    </div>
  );
}

interface AnswerProps {
  readonly isPending: boolean;
  readonly onInput: (input: Input) => void;
}

const Continuation = ({ run, ...props }: AnswerProps & { readonly run: FlowRun }) =>
  run.ended ? <p className="text-sm text-muted">{words.ended}</p> : <Answer {...props} />;

const enteredNodes = ({ steps, nodeId }: FlowRun): readonly string[] => {
  const entered = steps
    .flatMap(({ actions }) => actions)
    .filter(({ type }) => type === 'enter' || type === 'move')
    .flatMap(({ nodeId: id }) => (id === undefined ? [] : [id]));
  return nodeId === null || entered.at(-1) === nodeId ? entered : [...entered, nodeId];
};

function Answer({ isPending, onInput }: AnswerProps) {
  const [content, setContent] = useState('');
  const field = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={field}
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onInput(inputOf(content));
        setContent('');
        field.current?.querySelector('input')?.focus();
      }}
    >
      <Field label={words.input} hint={words.digitsHint}>
        <TextInput required autoComplete="off" value={content} onValue={setContent} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" pending={isPending}>
          {words.send}
        </Button>
        <Button variant="ghost" disabled={isPending} onClick={() => onInput({ silence: true })}>
          {words.silence}
        </Button>
      </div>
    </form>
  );
}

const inputOf = (content: string): Input =>
  /^#[0-9A-D*#]+$/.test(content.trim()) ? { digits: content.trim().slice(1) } : content;

function Conversation({ steps }: { readonly steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-live="polite" className="grid gap-1.5 text-sm">
      {steps.map(({ input, actions }, index) => (
        <li key={index} className="grid gap-1.5">
          {input !== null && (
            <p>
              <span className="font-medium text-customer">{words.you}</span> {inputText(input)}
            </p>
          )}
          {actions.map((action, position) => (
            <Action key={position} action={action} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function inputText(input: Input): string {
  if (typeof input === 'string') return input;
  return 'digits' in input ? words.keys(input.digits) : words.nothing;
}

function Action({ action }: { readonly action: FlowRunAction }) {
  if (action.type === 'listen') return null;
  if (action.type === 'say')
    return (
      <p>
        <span className="font-medium text-agent">{words.agent}</span> {action.text}
      </p>
    );
  return (
    <p className="border-s-2 border-line ps-2 text-xs break-words text-faint">
      {labelOf(action.type)} {detailOf(action)}
    </p>
  );
}

const detailOf = ({
  type: _type,
  speech: _speech,
  acceptsDigits: _digits,
  ...detail
}: FlowRunAction): string =>
  Object.values(detail)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' · ');

function Variables({ variables }: { readonly variables: FlowRun['variables'] }) {
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-medium">{words.variables}</h3>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm">
        {entries.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs leading-5 text-muted">{name}</dt>
            <dd className="break-words">{String(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
