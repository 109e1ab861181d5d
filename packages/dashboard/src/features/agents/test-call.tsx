import type { Agent, CallInput } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Field, Select, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError } from '../../components/states.tsx';
import { personaNumber, personas, provideFreeNumber } from '../../test-network.ts';
import { text } from '../../text/index.ts';
import { useFlowValues } from '../flows/flow-values.tsx';
import { useCan } from '../session/session.ts';
import { FlowNotice, useIsCallable } from './flow-notice.tsx';

const words = text.agents.agent.call;

/** Calls a simulated person of the test network with the saved version of the agent. */
export function TestCall({ agent, isDirty }: { readonly agent: Agent; readonly isDirty: boolean }) {
  const [persona, setPersona] = useState(personas[0]![0]);
  const [name, setName] = useState('Ada');
  const { dynamic, fields } = useFlowValues(agent.flowId);
  const navigate = useNavigate();
  const canCall = useCan('calls:place');
  const call = useChange(
    () => callPerson(agent, { toNumber: personaNumber(persona), customer: { name }, dynamic }),
    {
      changes: ['listCalls', 'listAgents', 'getAgent', 'listNumbers'],
      onSuccess: ({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } }),
    },
  );
  const isCallable = useIsCallable(agent);
  const obstacle = obstacleOf(isDirty, canCall);
  return (
    <Section title={words.title}>
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          call.mutate(undefined);
        }}
      >
        <Field label={words.person} hint={words.hint}>
          <Select value={persona} onValue={setPersona} options={personas} />
        </Field>
        <Field label={words.name}>
          <TextInput required value={name} onValue={setName} />
        </Field>
        {fields}
        {obstacle !== undefined && <p className="text-sm text-muted">{obstacle}</p>}
        <FlowNotice agent={agent} isDirty={isDirty} />
        {obstacle === undefined && agent.phoneNumber === null && (
          <p className="text-sm text-muted">{words.number}</p>
        )}
        <FormError message={call.message} />
        <div>
          <Button
            type="submit"
            variant="primary"
            pending={call.isPending}
            disabled={obstacle !== undefined || !isCallable}
          >
            {words.action}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function obstacleOf(isDirty: boolean, canCall: boolean): string | undefined {
  if (!canCall) return text.common.forbidden('calls:place');
  return isDirty ? words.saveFirst : undefined;
}

/** Calls a number with the saved version of the agent. An agent without a number gets one of the fictional range. */
export async function callPerson(agent: Pick<Agent, 'id' | 'phoneNumber'>, call: Omit<CallInput, 'agentId'>) {
  if (agent.phoneNumber === null)
    await api.updateAgent({
      path: { agentId: agent.id },
      body: { phoneNumber: await provideFreeNumber() },
    });
  return api.sendCall({ body: { ...call, agentId: agent.id } });
}
