import type { Agent, Template } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api, useChange, useList } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ChoiceCards } from '../../components/choice-cards.tsx';
import { Field, Select, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError, LoadingState } from '../../components/states.tsx';
import { personaNumber, personas, provideFreeNumber } from '../../test-network.ts';
import { text } from '../../text/index.ts';
import { FlowNotice, useIsCallable } from '../agents/flow-notice.tsx';
import { callPerson } from '../agents/test-call.tsx';
import { useFlowValues } from '../flows/flow-values.tsx';
import { useSession } from '../session/session.ts';

const words = text.home.firstCall;

const maxAgents = 6;

/** Calls a simulated person with an agent of the user, or with a new one from a template. */
export function FirstCall() {
  const templates = useList('listTemplates', {});
  const agents = useList('listAgents', { query: { type: 'voice', status: 'active', limit: maxAgents } });
  const [chosenId, setChosenId] = useState<string>();
  if (templates.isPending || agents.isPending) return <LoadingState />;
  const outbound = templates.rows.filter(({ direction }) => direction === 'outbound');
  const choices = [...agents.rows, ...outbound];
  const chosen = choices.find(({ id }) => id === chosenId) ?? choices[0];
  if (chosen === undefined) return null;
  return (
    <Section title={words.title}>
      <CallForm
        templateId={chosen.id}
        agent={agents.rows.find(({ id }) => id === chosen.id)}
        choice={
          <AgentChoice agents={agents.rows} templates={outbound} value={chosen.id} onValue={setChosenId} />
        }
      />
    </Section>
  );
}

interface AgentChoiceProps {
  readonly agents: readonly Agent[];
  readonly templates: readonly Template[];
  readonly value: string;
  readonly onValue: (id: string) => void;
}

function AgentChoice({ agents, templates, ...group }: AgentChoiceProps) {
  const flows = useList('listFlows', { query: { type: 'call', limit: 100 } });
  const flowNames = new Map(flows.rows.map(({ id, name }) => [id, name]));
  const cardOf = ({ id, name, flowId, description }: Agent) => ({
    id,
    name,
    description: description || (flowId === null ? words.noFlow : (flowNames.get(flowId) ?? '')),
  });
  return (
    <>
      {agents.length > 0 && (
        <CardGroup legend={words.agents}>
          <ChoiceCards name="agent" {...group} choices={agents.map(cardOf)} />
        </CardGroup>
      )}
      <CardGroup legend={agents.length > 0 ? words.newAgent : words.template}>
        <ChoiceCards name="agent" {...group} choices={templates} />
      </CardGroup>
    </>
  );
}

interface CallFormProps {
  /** Undefined: a new agent from the template. */
  readonly agent: Agent | undefined;
  readonly templateId: string;
  readonly choice: ReactNode;
}

function CallForm({ agent, templateId, choice }: CallFormProps) {
  const [name, setName] = useState('Ada');
  const [persona, setPersona] = useState(personas[0]![0]);
  const { dynamic, fields } = useFlowValues(agent?.flowId ?? null);
  const navigate = useNavigate();
  const isCallable = useIsCallable(agent);
  const { scopes } = useSession();
  const required =
    agent === undefined ? (['calls:place', 'agents:write'] as const) : (['calls:place'] as const);
  const missing = required.find((scope) => !scopes.includes(scope));
  const call = useChange(
    async () =>
      callPerson(agent ?? (await createAgent(templateId)), {
        toNumber: personaNumber(persona),
        customer: { name },
        dynamic,
      }),
    {
      changes: ['listAgents', 'getAgent', 'listCalls', 'listFlows', 'listNumbers'],
      onSuccess: ({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } }),
    },
  );
  return (
    <form
      className="grid gap-5 px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        call.mutate(undefined);
      }}
    >
      {choice}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.person} hint={words.personHint}>
          <Select value={persona} onValue={setPersona} options={personas} />
        </Field>
        <Field label={words.name}>
          <TextInput required value={name} onValue={setName} />
        </Field>
        {fields}
      </div>
      {agent !== undefined && <FlowNotice agent={agent} />}
      <FormError message={call.message} />
      {missing !== undefined && <p className="text-sm text-muted">{text.common.forbidden(missing)}</p>}
      <div>
        <Button
          type="submit"
          variant="primary"
          pending={call.isPending}
          disabled={!isCallable || missing !== undefined}
        >
          {agent === undefined ? words.action : words.call}
        </Button>
      </div>
    </form>
  );
}

const CardGroup = ({ legend, children }: { readonly legend: string; readonly children: ReactNode }) => (
  <fieldset>
    <legend className="text-sm font-medium">{legend}</legend>
    <div className="mt-2">{children}</div>
  </fieldset>
);

/** Creates an agent from a template, with a number to call from. */
async function createAgent(templateId: string): Promise<Agent> {
  const phoneNumber = await provideFreeNumber();
  return (await api.createFromTemplate({ path: { templateId }, body: { phoneNumber } })).agent;
}
