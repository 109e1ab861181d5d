import type { Template } from '@parley/sdk/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange, useList } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { ChoiceCards } from '../../components/choice-cards.tsx';
import { Field, Select, TextInput } from '../../components/field.tsx';
import { Section } from '../../components/page.tsx';
import { FormError, LoadingState } from '../../components/states.tsx';
import { personaNumber, personas, provideFreeNumber } from '../../test-network.ts';
import { text } from '../../text/index.ts';

const words = text.home.firstCall;

/** Picks a template, creates its agent, and calls a simulated person: three choices and one button. */
export function FirstCall() {
  const templates = useList('listTemplates', {});
  const [chosenId, setChosenId] = useState<string>();
  const [name, setName] = useState('Ada');
  const [persona, setPersona] = useState(personas[0]![0]);
  const navigate = useNavigate();
  const outbound = templates.rows.filter(({ direction }) => direction === 'outbound');
  const chosen = outbound.find(({ id }) => id === chosenId) ?? outbound[0];
  const call = useChange((template: Template) => createAndCall(template.id, personaNumber(persona), name), {
    changes: ['listAgents', 'listCalls', 'listFlows'],
    onSuccess: ({ callId }) => void navigate({ to: '/calls/$callId', params: { callId } }),
  });
  if (chosen === undefined) return <LoadingState />;
  return (
    <Section title={words.title}>
      <form
        className="grid gap-5 px-4 py-4"
        onSubmit={(event) => {
          event.preventDefault();
          call.mutate(chosen);
        }}
      >
        <fieldset>
          <legend className="text-sm font-medium">{words.template}</legend>
          <div className="mt-2">
            <ChoiceCards name="template" choices={outbound} value={chosen.id} onValue={setChosenId} />
          </div>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.person} hint={words.personHint}>
            <Select value={persona} onValue={setPersona} options={personas} />
          </Field>
          <Field label={words.name}>
            <TextInput required value={name} onValue={setName} />
          </Field>
        </div>
        <FormError message={call.message} />
        <div>
          <Button type="submit" variant="primary" pending={call.isPending}>
            {words.action}
          </Button>
        </div>
      </form>
    </Section>
  );
}

async function createAndCall(templateId: string, toNumber: string, name: string) {
  const phoneNumber = await provideFreeNumber();
  const { agent } = await api.createFromTemplate({ path: { templateId }, body: { phoneNumber } });
  return api.sendCall({ body: { agentId: agent.id, toNumber, customer: { name } } });
}
