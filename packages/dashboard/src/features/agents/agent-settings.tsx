import type { Agent } from '@parley/sdk/client';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../api.ts';
import { SchemaForm } from '../../components/form-context.tsx';
import { Section } from '../../components/page.tsx';
import { SchemaFields } from '../../components/schema-form.tsx';
import { FormError } from '../../components/states.tsx';
import type { JsonObject } from '../../merge-patch.ts';
import { schemaOf } from '../../schema.ts';
import { text } from '../../text/index.ts';
import { useAgentOptions } from './agent-options.ts';
import { VoiceSamples } from './voice-samples.tsx';

const words = text.agents.agent;

interface Group {
  readonly name: keyof typeof words.groups;
  /** Fields of the agent. */
  readonly fields?: readonly string[];
  /** Fields of this object of the agent. */
  readonly object?: string;
  readonly only?: Agent['type'];
}

const named: readonly Group[] = [
  {
    name: 'general',
    fields: ['name', 'status', 'description', 'flowId', 'phoneNumber', 'purpose', 'timezone'],
  },
  { name: 'first', fields: ['firstMessageMode', 'firstMessage'], only: 'voice' },
  { name: 'voice', object: 'voice', only: 'voice' },
  { name: 'model', fields: ['model', 'personality'], object: 'modelSettings' },
  { name: 'language', fields: ['language'] },
  { name: 'hearing', object: 'transcriber', only: 'voice' },
  { name: 'turn', object: 'turn', only: 'voice' },
  { name: 'interruption', object: 'interruption', only: 'voice' },
  { name: 'voicemail', object: 'voicemail', only: 'voice' },
  { name: 'limits', object: 'limits', only: 'voice' },
  { name: 'recording', object: 'recording', only: 'voice' },
  { name: 'phrases', object: 'phrases', only: 'voice' },
  { name: 'messages', fields: ['channel', 'signature', 'maxLength'], only: 'messaging' },
  { name: 'tools', fields: ['tools', 'builtinTools'] },
  { name: 'analysis', object: 'analysis' },
];

const agentSchema = schemaOf('AgentInput');

/** The type of an agent decides which groups there are. Settings of later versions of the API are in the last group. */
const others = Object.keys(agentSchema.properties ?? {}).filter(
  (field) =>
    field !== 'type' && !named.some(({ fields = [], object }) => object === field || fields.includes(field)),
);

const groups: readonly Group[] = [...named, { name: 'data', fields: others }];

interface AgentSettingsProps {
  readonly agent: Agent;
  readonly onChange: (change: (agent: JsonObject) => JsonObject) => void;
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  readonly isDisabled: boolean;
  /** The message for the whole form. */
  readonly message: string;
  /** Above the first group. */
  readonly notice: ReactNode;
}

/** All settings of an agent in groups. Descriptions, defaults and limits are those of the API document. */
export function AgentSettings({
  agent,
  onChange,
  errors,
  warnings,
  isDisabled,
  message,
  notice,
}: AgentSettingsProps) {
  const optionsAt = useAgentOptions(agent);
  const shown = groups.filter(({ only }) => only === undefined || only === agent.type);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <nav aria-label={words.settings} className="sticky top-24 max-lg:hidden">
        <ul>
          {shown.map((group) => (
            <li key={group.name}>
              <button
                type="button"
                onClick={() => focusGroup(group.name)}
                className="flex w-full items-center justify-between rounded-md px-2 py-1 text-start text-sm text-muted hover:bg-hover hover:text-ink"
              >
                {words.groups[group.name]}
                <FaultCount count={countIn(group, errors)} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <SchemaForm {...{ errors, warnings, optionsAt, isDisabled }} language={agent.language}>
        <div className="grid max-w-2xl gap-4">
          {notice}
          <FormError message={message} />
          {shown.map((group) => (
            <GroupSection key={group.name} group={group} agent={agent} onChange={onChange} />
          ))}
        </div>
      </SchemaForm>
    </div>
  );
}

function GroupSection({
  group: { name, fields = [], object },
  agent,
  onChange,
}: {
  readonly group: Group;
  readonly agent: Agent;
  readonly onChange: AgentSettingsProps['onChange'];
}) {
  const values: JsonObject = agent;
  return (
    <div id={`group-${name}`} tabIndex={-1} className="scroll-mt-24 rounded-lg">
      <Section title={words.groups[name]}>
        <div className="grid gap-5 p-4">
          <SchemaFields
            schema={agentSchema}
            only={fields}
            value={values}
            onValue={(next) => onChange(() => next)}
          />
          {object !== undefined && (
            <SchemaFields
              schema={agentSchema.properties![object]!}
              path={object}
              value={values[object] as JsonObject}
              onValue={(next) => onChange((current) => ({ ...current, [object]: next }))}
            />
          )}
          {name === 'voice' && <VoiceSamples agent={agent} />}
        </div>
      </Section>
    </div>
  );
}

function focusGroup(name: string): void {
  const element = document.querySelector<HTMLElement>(`#group-${name}`);
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}

const countIn = ({ fields = [], object }: Group, errors: FieldErrors): number =>
  Object.keys(errors).filter((path) => {
    const root = path.split(/[.[]/)[0]!;
    return root === object || fields.includes(root);
  }).length;

const FaultCount = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <span className="rounded bg-bad-soft px-1 text-xs font-medium text-bad">{words.faults(count)}</span>
  );
