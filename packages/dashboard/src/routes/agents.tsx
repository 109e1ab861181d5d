import type { Agent } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useList } from '../api.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { AgentStatusBadge } from '../features/agents/agent-status.tsx';
import { formatCount, formatPhone } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.agents;

const columnsOf = (flowNames: ReadonlyMap<string, string>): readonly Column<Agent>[] => [
  { header: words.columns.name, width: 'minmax(10rem, 1.4fr)', cell: ({ name }) => name },
  { header: words.columns.status, width: '6rem', cell: (agent) => <AgentStatusBadge {...agent} /> },
  {
    header: words.columns.number,
    width: 'minmax(9rem, 0.8fr)',
    cell: ({ phoneNumber }) => (phoneNumber === null ? '' : formatPhone(phoneNumber)),
    isSecondary: true,
  },
  {
    header: words.columns.flow,
    width: 'minmax(8rem, 1fr)',
    cell: ({ flowId }) => (flowId === null ? '' : (flowNames.get(flowId) ?? flowId)),
    isSecondary: true,
  },
  { header: words.columns.language, width: '6rem', cell: ({ language }) => language, isSecondary: true },
  {
    header: words.columns.updated,
    width: '7rem',
    align: 'end',
    cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
  },
];

/** All agents, newest first. */
export function AgentsPage() {
  const filters = useSearch({ from: '/shell/agents' });
  const navigate = useNavigate({ from: '/agents' });
  const agents = useList('listAgents', {
    query: {
      limit: 50,
      ...(filters.search !== undefined && { search: filters.search }),
      ...oneOf('status', filters.status, words.statuses),
      ...oneOf('type', filters.type, words.types),
    },
  });
  const flows = useList('listFlows', { query: { limit: 100, type: 'all' } });
  const columns = useMemo(
    () => columnsOf(new Map(flows.rows.map(({ id, name }) => [id, name]))),
    [flows.rows],
  );
  const isFiltered = Object.keys(filters).length > 0;
  const create = (
    <ButtonLink to="/agents/new" variant="primary">
      {words.create}
    </ButtonLink>
  );
  return (
    <Page
      isFull
      title={words.title}
      description={agents.total === undefined ? undefined : words.count(formatCount(agents.total))}
      actions={create}
    >
      <div className="flex h-full flex-col">
        <ListFilters
          search={words.search}
          selects={[
            { name: 'status', label: words.status, options: words.statuses },
            { name: 'type', label: words.type, options: words.types },
          ]}
          filters={filters}
          onFilters={(search) => void navigate({ search, replace: true })}
        />
        <div className="min-h-0 flex-1">
          <DataTable
            label={words.title}
            query={agents}
            columns={columns}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/agents/$agentId', params: { agentId: id } })}
            empty={
              isFiltered ? (
                <EmptyState
                  title={words.emptyTitle}
                  action={<Button onClick={() => void navigate({ search: {} })}>{words.clearFilters}</Button>}
                >
                  {words.emptyFiltered}
                </EmptyState>
              ) : (
                <EmptyState title={words.emptyTitle} action={create}>
                  {words.empty}
                </EmptyState>
              )
            }
          />
        </div>
      </div>
    </Page>
  );
}
