import type { MessageBatch } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { endedRows } from '../features/batches/batch-status.tsx';
import { BatchKinds } from '../features/message-batches/batch-kinds.tsx';
import {
  messageBatchName,
  MessageBatchStatusBadge,
} from '../features/message-batches/message-batch-status.tsx';
import { useCan } from '../features/session/session.ts';
import { formatCount } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.messageBatches;

const columns: readonly Column<MessageBatch>[] = [
  {
    header: words.columns.name,
    width: 'minmax(9rem, 1.4fr)',
    cell: messageBatchName,
  },
  {
    header: words.columns.status,
    width: '10rem',
    cell: ({ status }) => <MessageBatchStatusBadge status={status} />,
  },
  {
    header: words.columns.progress,
    width: '10rem',
    cell: (batch) => (
      <div className="grid grid-cols-[1fr_auto] items-center gap-2">
        <ProgressBar label={words.columns.progress} value={endedRows(batch)} max={batch.total} />
        <span className="text-xs text-muted">{formatCount(batch.total)}</span>
      </div>
    ),
    isSecondary: true,
  },
  {
    header: words.columns.delivered,
    width: '6rem',
    align: 'end',
    cell: ({ delivered }) => formatCount(delivered),
  },
  {
    header: words.columns.created,
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    isSecondary: true,
  },
];

/** All batches of messages, newest first. */
export function MessageBatchesPage() {
  const filters = useSearch({ from: '/shell/batches/messages' });
  const { status, ...texts } = filters;
  const navigate = useNavigate({ from: '/batches/messages' });
  const batches = useList(
    'listMessageBatches',
    { query: { limit: 50, ...texts, ...oneOf('status', status, words.statuses) } },
    { refetchMs: 5_000 },
  );
  const isFiltered = Object.keys(filters).length > 0;
  const clear = <Button onClick={() => void navigate({ search: {} })}>{text.common.clearFilters}</Button>;
  return (
    <Page isFull title={text.batches.title} actions={<CreateButton />}>
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
            columns={columns}
            keyOf={({ batchId }) => batchId}
            linkOf={({ batchId }) => ({ to: '/batches/messages/$batchId', params: { batchId } })}
            empty={
              <EmptyState title={words.emptyTitle} action={isFiltered ? clear : <CreateButton />}>
                {isFiltered ? text.batches.emptyFiltered : words.empty}
              </EmptyState>
            }
          />
        </div>
      </div>
    </Page>
  );
}

function CreateButton() {
  const canSend = useCan('messages:send');
  return canSend ? (
    <ButtonLink to="/batches/messages/new" variant="primary">
      {words.create}
    </ButtonLink>
  ) : (
    <Button disabled title={text.common.forbidden('messages:send')}>
      {words.create}
    </Button>
  );
}
