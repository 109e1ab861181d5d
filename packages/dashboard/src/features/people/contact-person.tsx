import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api, useChange, useList } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, Field, Select, TextInput } from '../../components/field.tsx';
import { FormError } from '../../components/states.tsx';
import { text } from '../../text/index.ts';
import { callPerson } from '../agents/test-call.tsx';
import { conversationChanges } from '../inbox/conversation-changes.ts';
import { useFlowValues } from '../flows/flow-values.tsx';
import { DialogButton } from '../session/dialog-button.tsx';

const words = text.people.contact;

interface ContactProps {
  readonly address: string;
  readonly name: string | undefined;
}

/** A button, and the form that calls the person with an agent. */
export const CallPerson = (props: ContactProps) => (
  <DialogButton scope="calls:place" label={words.call} title={words.callTitle}>
    {() => <CallForm {...props} />}
  </DialogButton>
);

/** A button, and the form that sends the first message of a flow to the person. */
export const MessagePerson = (props: ContactProps) => (
  <DialogButton scope="messages:send" label={words.message} title={words.messageTitle}>
    {() => <MessageForm {...props} />}
  </DialogButton>
);

function CallForm({ address, name: known = '' }: ContactProps) {
  const agents = useList('listAgents', { query: { type: 'voice', status: 'active', limit: 100 } });
  const callable = agents.rows.filter(({ flowId }) => flowId !== null);
  const [agentId, setAgentId] = useState<string>();
  const agent = callable.find(({ id }) => id === agentId) ?? callable[0];
  const [name, setName] = useState(known);
  const { dynamic, fields } = useFlowValues(agent?.flowId ?? null);
  const navigate = useNavigate();
  const call = useChange(
    (chosen: NonNullable<typeof agent>) =>
      callPerson(chosen, { toNumber: address, customer: name === '' ? {} : { name }, dynamic }),
    {
      changes: ['listCalls', 'listAgents', 'listNumbers'],
      onSuccess: ({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } }),
    },
  );
  if (agent === undefined)
    return agents.isPending ? null : <p className="text-sm text-muted">{words.noAgent}</p>;
  return (
    <ContactForm
      choice={{ label: words.agent, value: agent.id, onValue: setAgentId, options: callable }}
      {...{ name, setName, fields }}
      action={words.call}
      isPending={call.isPending}
      message={call.message}
      onSubmit={() => call.mutate(agent)}
    />
  );
}

function MessageForm({ address, name: known = '' }: ContactProps) {
  const flows = useList('listFlows', { query: { type: 'message', status: 'active', limit: 100 } });
  const [flowId, setFlowId] = useState<string>();
  const flow = flows.rows.find(({ id }) => id === flowId) ?? flows.rows[0];
  const [name, setName] = useState(known);
  const [needsApproval, setNeedsApproval] = useState(true);
  const { dynamic, fields } = useFlowValues(flow?.id ?? null);
  const navigate = useNavigate();
  const send = useChange(
    (id: string) =>
      api.generateMessage({
        body: {
          flowId: id,
          to: address,
          autopilot: !needsApproval,
          dynamic,
          ...(name !== '' && { metadata: { customerDetails: { name } } }),
        },
      }),
    {
      changes: conversationChanges,
      onSuccess: ({ conversation_id: conversation }) =>
        void navigate({ to: '/inbox', search: { conversation } }),
    },
  );
  if (flow === undefined)
    return flows.isPending ? null : <p className="text-sm text-muted">{words.noFlow}</p>;
  return (
    <ContactForm
      choice={{ label: words.flow, value: flow.id, onValue: setFlowId, options: flows.rows }}
      {...{ name, setName, fields }}
      confirmation={<Checkbox label={words.approve} checked={needsApproval} onChecked={setNeedsApproval} />}
      action={words.send}
      isPending={send.isPending}
      message={send.message}
      onSubmit={() => send.mutate(flow.id)}
    />
  );
}

interface ContactFormProps {
  /** With which agent or flow. */
  readonly choice: {
    readonly label: string;
    readonly value: string;
    readonly onValue: (id: string) => void;
    readonly options: readonly { readonly id: string; readonly name: string }[];
  };
  readonly name: string;
  readonly setName: (name: string) => void;
  /** The variables of the flow. */
  readonly fields: ReactNode;
  readonly confirmation?: ReactNode;
  readonly action: string;
  readonly isPending: boolean;
  readonly message: string;
  readonly onSubmit: () => void;
}

const ContactForm = ({ choice, name, setName, fields, confirmation, ...props }: ContactFormProps) => (
  <form
    className="grid gap-4"
    onSubmit={(event) => {
      event.preventDefault();
      props.onSubmit();
    }}
  >
    <Field label={choice.label}>
      <Select
        value={choice.value}
        onValue={choice.onValue}
        options={choice.options.map(({ id, name: optionName }) => [id, optionName])}
      />
    </Field>
    <Field label={words.name}>
      <TextInput value={name} onValue={setName} />
    </Field>
    {fields}
    {confirmation}
    <FormError message={props.message} />
    <div className="flex justify-end">
      <Button type="submit" variant="primary" pending={props.isPending}>
        {props.action}
      </Button>
    </div>
  </form>
);
