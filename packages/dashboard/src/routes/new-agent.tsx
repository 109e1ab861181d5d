import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, useChange, useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { ChoiceCards } from '../components/choice-cards.tsx';
import { Field, TextInput } from '../components/field.tsx';
import { Page, Section } from '../components/page.tsx';
import { FormError, LoadingState } from '../components/states.tsx';
import { useCan } from '../features/session/session.ts';
import { text } from '../text/index.ts';

const words = text.agents.new;

const emptyAgents = [
  { id: 'voice', name: words.emptyVoice, description: words.emptyVoiceHint },
  { id: 'messaging', name: words.emptyMessaging, description: words.emptyMessagingHint },
] as const;

/** Creates an agent from a template with its flow, or without one. */
export function NewAgentPage() {
  const templates = useList('listTemplates', {});
  const canWrite = useCan('agents:write');
  const [chosenId, setChosenId] = useState<string>();
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const create = useChange((id: string) => createAgent(id, name), {
    changes: ['listAgents', 'listFlows'],
    onSuccess: (agentId) => void navigate({ to: '/agents/$agentId', params: { agentId } }),
  });
  const choices = [...templates.rows, ...emptyAgents];
  const chosen = choices.find(({ id }) => id === chosenId) ?? choices[0]!;
  if (templates.isPending) return <LoadingState />;
  const isEmptyAgent = emptyAgents.some(({ id }) => id === chosen.id);
  return (
    <Page title={words.title}>
      <Section title={words.template}>
        <form
          className="grid gap-5 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate(chosen.id);
          }}
        >
          <fieldset>
            <legend className="sr-only">{words.template}</legend>
            <ChoiceCards name="template" choices={choices} value={chosen.id} onValue={setChosenId} />
          </fieldset>
          <Field
            label={words.name}
            error={create.fields['name']}
            {...(!isEmptyAgent && { hint: words.nameHint })}
          >
            <TextInput required={isEmptyAgent} maxLength={80} value={name} onValue={setName} />
          </Field>
          <FormError message={create.message} />
          {!canWrite && <p className="text-sm text-muted">{text.common.forbidden('agents:write')}</p>}
          <div>
            <Button type="submit" variant="primary" pending={create.isPending} disabled={!canWrite}>
              {words.action}
            </Button>
          </div>
        </form>
      </Section>
    </Page>
  );
}

/** Returns the id of the new agent. */
async function createAgent(choice: string, name: string): Promise<string> {
  if (choice === 'voice' || choice === 'messaging')
    return (await api.createAgent({ body: { name, type: choice } })).id;
  const body = name.trim() === '' ? {} : { name };
  return (await api.createFromTemplate({ path: { templateId: choice }, body })).agent.id;
}
