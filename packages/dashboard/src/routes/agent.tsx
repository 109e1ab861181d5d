import type { Agent, AgentValidation } from '@parley/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, queryClient, useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { Page, Section } from '../components/page.tsx';
import { QueryState } from '../components/states.tsx';
import { Tabs } from '../components/tabs.tsx';
import { AgentSettings } from '../features/agents/agent-settings.tsx';
import { AgentStatusBadge } from '../features/agents/agent-status.tsx';
import { FlowNotice } from '../features/agents/flow-notice.tsx';
import { TestCall } from '../features/agents/test-call.tsx';
import { ConflictDialog } from '../features/editing/conflict-dialog.tsx';
import { focusField } from '../features/editing/findings.tsx';
import { RunByText } from '../features/editing/run-by-text.tsx';
import { SaveActions } from '../features/editing/save-actions.tsx';
import { useDraft } from '../features/editing/use-draft.ts';
import { VersionHistory } from '../features/editing/version-history.tsx';
import { useCan } from '../features/session/session.ts';
import { text } from '../text/index.ts';

const words = text.agents.agent;

const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['getAgent', agentId],
    queryFn: ({ signal }) => api.getAgent({ path: { agentId }, signal }),
  });

/** One agent: its settings, a try by call or by text, and its versions. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/shell/agents/$agentId' });
  const query = useQuery(agentQuery(agentId));
  return <QueryState query={query}>{(agent) => <AgentView key={agent.id} agent={agent} />}</QueryState>;
}

function AgentView({ agent: saved }: { readonly agent: Agent }) {
  const path = { agentId: saved.id };
  const canWrite = useCan('agents:write');
  const draft = useDraft<Agent, AgentValidation>(saved, {
    save: async (body, ifMatch) => {
      const result = await api.updateAgent({ path, body, headers: { 'If-Match': ifMatch } });
      const { warnings: _warnings, ...agent } = result;
      queryClient.setQueryData(agentQuery(saved.id).queryKey, agent);
      await queryClient.invalidateQueries({ queryKey: ['listAgents'] });
      await queryClient.invalidateQueries({ queryKey: ['listAgentVersions'] });
      return result;
    },
    validate: (body, signal) => api.validateAgent({ path, body, signal }),
  });
  const agent = draft.draft;
  const navigate = useNavigate({ from: '/agents/$agentId' });
  const openField = async (fieldPath: string) => {
    await navigate({ search: {}, replace: true });
    requestAnimationFrame(() => focusField(fieldPath));
  };
  return (
    <Page
      isSticky
      title={draft.base.name}
      description={<AgentPlace agent={draft.base} />}
      actions={
        <SaveActions
          {...draft}
          isAllowed={canWrite}
          onSave={() => void draft.save()}
          onDiscard={draft.discard}
          onOpen={(fieldPath) => void openField(fieldPath)}
        />
      }
    >
      <AgentTabs
        agent={draft.base}
        isDirty={draft.isDirty}
        settings={
          <AgentSettings
            agent={agent}
            onChange={(change) => draft.set(change)}
            errors={draft.errors}
            warnings={draft.warnings}
            isDisabled={!canWrite}
            message={canWrite ? draft.message : text.common.forbidden('agents:write')}
            notice={<FlowNotice agent={agent} isDirty={draft.isDirty} hasField />}
          />
        }
      />
      {draft.hasConflict && (
        <ConflictDialog
          id={saved.id}
          baseVersion={draft.base.version}
          readCurrent={() => api.getAgent({ path })}
          readVersion={(version, against) =>
            api.getAgentVersion({ path: { ...path, version: String(version) }, query: { against } })
          }
          onResolve={draft.rebase}
          onClose={draft.closeConflict}
        />
      )}
    </Page>
  );
}

/** Where the agent is: its list, its version and its flow. */
const AgentPlace = ({ agent }: { readonly agent: Agent }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    <Link to="/agents" className="underline-offset-2 hover:underline">
      {text.agents.title}
    </Link>
    <span aria-hidden>/</span>
    {text.form.versions.version(agent.version)}
    <AgentStatusBadge {...agent} />
    {agent.flowId !== null && (
      <Link to="/flows/$flowId" params={{ flowId: agent.flowId }} className="underline underline-offset-2">
        {words.editFlow}
      </Link>
    )}
  </span>
);

type Tab = 'settings' | 'try' | 'versions';

function AgentTabs({
  agent,
  isDirty,
  settings,
}: {
  readonly agent: Agent;
  readonly isDirty: boolean;
  readonly settings: ReactNode;
}) {
  const { tab = 'settings' } = useSearch({ from: '/shell/agents/$agentId' });
  const navigate = useNavigate({ from: '/agents/$agentId' });
  return (
    <Tabs<Tab>
      label={words.tabs}
      value={tab === 'try' || tab === 'versions' ? tab : 'settings'}
      onValue={(value) =>
        void navigate({ search: value === 'settings' ? {} : { tab: value }, replace: true })
      }
      tabs={[
        {
          name: 'settings',
          label: words.settings,
          content: (
            <>
              {settings}
              <DeleteAgent agent={agent} />
            </>
          ),
        },
        { name: 'try', label: words.try, content: <TryAgent agent={agent} isDirty={isDirty} /> },
        { name: 'versions', label: words.versions, content: <AgentVersions agent={agent} /> },
      ]}
    />
  );
}

function TryAgent({ agent, isDirty }: { readonly agent: Agent; readonly isDirty: boolean }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      {agent.type === 'voice' && <TestCall agent={agent} isDirty={isDirty} />}
      <Section title={words.text}>
        <div className="p-4">
          <RunByText
            scope="agents:write"
            flowId={agent.flowId}
            isDirty={isDirty}
            run={(body) => api.runAgent({ path: { agentId: agent.id }, body })}
          />
        </div>
      </Section>
    </div>
  );
}

function AgentVersions({ agent }: { readonly agent: Agent }) {
  const path = { agentId: agent.id };
  const versions = useList('listAgentVersions', { path });
  return (
    <VersionHistory
      id={agent.id}
      current={agent.version}
      canWrite={useCan('agents:write')}
      versions={versions}
      readVersion={(version) => api.getAgentVersion({ path: { ...path, version: String(version) } })}
      restore={(version) =>
        api.restoreAgentVersion({
          path: { ...path, version: String(version) },
          headers: { 'If-Match': `"${agent.version}"` },
        })
      }
    />
  );
}

function DeleteAgent({ agent }: { readonly agent: Agent }) {
  const navigate = useNavigate();
  if (!useCan('agents:write')) return null;
  return (
    <div className="mt-6 lg:ms-50">
      <Confirm
        trigger={(open) => (
          <Button variant="danger" onClick={open}>
            {words.delete}
          </Button>
        )}
        title={words.deleteTitle}
        description={words.deleteDescription}
        action={words.delete}
        onConfirm={async () => {
          await api.deleteAgent({ path: { agentId: agent.id } });
          await queryClient.invalidateQueries({ queryKey: ['listAgents'] });
          await navigate({ to: '/agents', ignoreBlocker: true });
        }}
      />
    </div>
  );
}
