import type { Agent, CallFlowInput, Flow, FlowInput } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, Select, TextArea, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';

const words = text.flows;

interface NewFlowDialogProps extends NewFlowFormProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

interface NewFlowFormProps {
  /** The agent that gets the flow: a flow for calls that begins with a greeting and an end. */
  readonly agent?: Pick<Agent, 'name'>;
  /** Opens the flow in the editor by default. */
  readonly onCreated?: (flow: Flow) => Promise<unknown>;
}

/** Creates a draft, and opens it in the editor. */
export function NewFlowDialog({ isOpen, onOpenChange, ...form }: NewFlowDialogProps) {
  return (
    <Dialog
      title={words.create}
      description={form.agent === undefined ? words.createHint : words.createForAgentHint}
      {...{ isOpen, onOpenChange }}
    >
      <NewFlowForm {...form} />
    </Dialog>
  );
}

/** Steps that every agent can call with, also without a language model. */
const firstSteps = {
  nodes: [
    { id: 'say_1', type: 'say', config: { text: words.greeting } },
    { id: 'end_1', type: 'end', config: { text: words.goodbye } },
  ],
  edges: [{ id: 'edge_1', from: 'say_1', to: 'end_1', condition: { type: 'always' } }],
} satisfies Partial<CallFlowInput>;

function NewFlowForm({ agent, onCreated }: NewFlowFormProps) {
  const [name, setName] = useState(agent?.name ?? '');
  const [type, setType] = useState<Flow['type']>('call');
  const [message, setMessage] = useState('');
  const navigate = useNavigate();
  const open = ({ id }: Flow) => navigate({ to: '/flows/$flowId', params: { flowId: id } });
  const create = useChange(
    async (body: FlowInput) => {
      const flow = await api.createFlow({ body });
      await (onCreated ?? open)(flow);
    },
    { changes: ['listFlows'] },
  );
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog can be inside another form of the page.
        event.stopPropagation();
        const steps = agent === undefined ? {} : firstSteps;
        create.mutate(
          type === 'call' ? { type, name, ...steps } : { type, name, initiationMessage: message },
        );
      }}
    >
      <Field label={words.columns.name} error={create.fields['name']}>
        <TextInput required maxLength={80} value={name} onValue={setName} />
      </Field>
      {agent === undefined && (
        <Field label={words.columns.type}>
          <Select
            value={type}
            onValue={setType}
            options={[
              ['call', words.types.call],
              ['message', words.types.message],
            ]}
          />
        </Field>
      )}
      {type === 'message' && (
        <Field label={words.firstMessage} error={create.fields['initiationMessage']}>
          <TextArea required value={message} onValue={setMessage} />
        </Field>
      )}
      <FormError message={create.message} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={create.isPending}>
          {words.createAction}
        </Button>
      </div>
    </form>
  );
}
