import type { Flow } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { FlowStatusBadge } from '../features/flows/flow-status.tsx';
import { NewFlowDialog } from '../features/flows/new-flow-dialog.tsx';
import { useCan } from '../features/session/session.ts';
import { formatCount } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.flows;

const columns: readonly Column<Flow>[] = [
  { header: words.columns.name, width: 'minmax(10rem, 1.4fr)', cell: ({ name }) => name },
  { header: words.columns.status, width: '6rem', cell: (flow) => <FlowStatusBadge {...flow} /> },
  { header: words.columns.type, width: '7rem', cell: ({ type }) => words.types[type], isSecondary: true },
  {
    header: words.columns.steps,
    width: '5rem',
    align: 'end',
    cell: ({ nodes }) => formatCount(nodes.length),
    isSecondary: true,
  },
  {
    header: words.columns.version,
    width: '5rem',
    align: 'end',
    cell: ({ version }) => version,
    isSecondary: true,
  },
  {
    header: words.columns.updated,
    width: '7rem',
    align: 'end',
    cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
  },
];

/** All flows, newest first. */
export function FlowsPage() {
  const filters = useSearch({ from: '/shell/flows' });
  const navigate = useNavigate({ from: '/flows' });
  const [isCreating, setIsCreating] = useState(false);
  const type = oneOf('type', filters.type, words.types);
  const flows = useList('listFlows', {
    query: {
      limit: 50,
      type: type.type ?? 'all',
      ...(filters.search !== undefined && { search: filters.search }),
      ...oneOf('status', filters.status, words.statuses),
    },
  });
  const isFiltered = Object.keys(filters).length > 0;
  const create = <CreateButton onClick={() => setIsCreating(true)} />;
  return (
    <Page
      isFull
      title={words.title}
      description={flows.total === undefined ? undefined : words.count(formatCount(flows.total))}
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
            query={flows}
            columns={columns}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/flows/$flowId', params: { flowId: id } })}
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
      <NewFlowDialog isOpen={isCreating} onOpenChange={setIsCreating} />
    </Page>
  );
}

function CreateButton({ onClick }: { readonly onClick: () => void }) {
  const canWrite = useCan('flows:write');
  return (
    <Button
      variant="primary"
      disabled={!canWrite}
      {...(!canWrite && { title: text.common.forbidden('flows:write') })}
      onClick={onClick}
    >
      {words.create}
    </Button>
  );
}
