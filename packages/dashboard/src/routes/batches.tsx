import type { Batch } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { BatchStatusBadge, calledRows } from '../features/batches/batch-status.tsx';
import { BatchKinds } from '../features/message-batches/batch-kinds.tsx';
import { useCan } from '../features/session/session.ts';
import { formatCount } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.batches;

const columnsOf = (agentNames: ReadonlyMap<string, string>): readonly Column<Batch>[] => [
  { header: words.columns.name, width: 'minmax(10rem, 1.4fr)', cell: ({ name }) => name },
  {
    header: words.columns.agent,
    width: 'minmax(8rem, 1fr)',
    cell: ({ agentId }) => agentNames.get(agentId) ?? '',
    isSecondary: true,
  },
  {
    header: words.columns.status,
    width: '7rem',
    cell: ({ status }) => <BatchStatusBadge status={status} />,
  },
  {
    header: words.columns.progress,
    width: '10rem',
    cell: (batch) => (
      <div className="grid grid-cols-[1fr_auto] items-center gap-2">
        <ProgressBar
          label={words.columns.progress}
          value={calledRows(batch).done}
          max={calledRows(batch).total}
        />
        <span className="text-xs text-muted">{formatCount(batch.total)}</span>
      </div>
    ),
    isSecondary: true,
  },
  {
    header: words.columns.reached,
    width: '5.5rem',
    align: 'end',
    cell: ({ connected }) => formatCount(connected),
  },
  {
    header: words.columns.created,
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    isSecondary: true,
  },
];

/** All batches, newest first. */
export function BatchesPage() {
  const filters = useSearch({ from: '/shell/batches' });
  const { status, ...texts } = filters;
  const navigate = useNavigate({ from: '/batches' });
  const batches = useList(
    'listBatches',
    { query: { limit: 50, ...texts, ...oneOf('status', status, words.statuses) } },
    { refetchMs: 5_000 },
  );
  const agents = useList('listAgents', { query: { limit: 100 } });
  const agentNames = new Map(agents.rows.map(({ id, name }) => [id, name]));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      isFull
      title={words.title}
      description={batches.total === undefined ? undefined : words.count(formatCount(batches.total))}
      actions={<CreateButton />}
    >
      <div className="flex h-full flex-col">
        <BatchKinds />
        <ListFilters
          search={words.columns.name}
          selects={[{ name: 'status', label: words.columns.status, options: words.statuses }]}
          filters={filters}
          onFilters={(search) => void navigate({ search, replace: true })}
        />
        <div className="min-h-0 flex-1">
          <DataTable
            label={words.title}
            query={batches}
            columns={columnsOf(agentNames)}
            keyOf={({ batchId }) => batchId}
            linkOf={({ batchId }) => ({ to: '/batches/$batchId', params: { batchId } })}
            empty={
              <EmptyState
                title={words.emptyTitle}
                action={
                  isFiltered ? (
                    <Button onClick={() => void navigate({ search: {} })}>{text.common.clearFilters}</Button>
                  ) : (
                    <CreateButton />
                  )
                }
              >
                {isFiltered ? words.emptyFiltered : words.empty}
              </EmptyState>
            }
          />
        </div>
      </div>
    </Page>
  );
}

function CreateButton() {
  const canWrite = useCan('batches:write');
  return canWrite ? (
    <ButtonLink to="/batches/new" variant="primary">
      {words.create}
    </ButtonLink>
  ) : (
    <Button disabled title={text.common.forbidden('batches:write')}>
      {words.create}
    </Button>
  );
}
