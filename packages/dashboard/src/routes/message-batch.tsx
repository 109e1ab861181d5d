import type { BatchMessage, MessageBatch, MessageBatchProgress } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, useList } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page, Section } from '../components/page.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { EmptyState, QueryState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { endedRows } from '../features/batches/batch-status.tsx';
import { valuesText } from '../features/batches/row-text.ts';
import { ApproveMessages } from '../features/message-batches/approve-messages.tsx';
import { MessageBatchActions } from '../features/message-batches/message-batch-actions.tsx';
import {
  messageBatchName,
  MessageBatchStatusBadge,
} from '../features/message-batches/message-batch-status.tsx';
import { formatCount, formatDateTime, formatDuration, formatPhone } from '../format.ts';
import { oneOf } from '../search.ts';
import { toPageWording } from '../wording.ts';
import { text } from '../text/index.ts';

const words = text.messageBatches;
const refreshMs = 2_000;

const columns: readonly Column<BatchMessage>[] = [
  {
    header: words.batch.columns.person,
    width: 'minmax(8.5rem, 1fr)',
    cell: ({ customer, to }) => customer['name'] ?? formatPhone(to),
    secondLine: ({ dynamic }) => valuesText(dynamic),
  },
  {
    header: words.batch.columns.address,
    width: '9.5rem',
    cell: ({ to }) => <PersonLink address={to} className="text-muted" />,
    isSecondary: true,
  },
  {
    header: text.batches.batch.columns.values,
    width: 'minmax(8rem, 1fr)',
    cell: ({ dynamic }) => <span title={valuesText(dynamic)}>{valuesText(dynamic)}</span>,
    isSecondary: true,
  },
  {
    header: words.batch.columns.status,
    width: '9rem',
    cell: ({ status, messageStatus }) => (
      <Badge tone={status === 'failed' ? 'bad' : messageStatus === 'delivered' ? 'ok' : 'neutral'}>
        {messageStatus === null ? words.rowStatuses[status] : text.inbox.statuses[messageStatus]}
      </Badge>
    ),
  },
  {
    header: words.batch.columns.message,
    width: 'minmax(9rem, 1.5fr)',
    cell: ({ message, detail }) => detail ?? message ?? '',
    isSecondary: true,
  },
  {
    header: words.batch.columns.reply,
    width: 'minmax(9rem, 1fr)',
    cell: ({ reply }) => reply ?? '',
    isSecondary: true,
  },
  {
    header: words.batch.columns.sent,
    width: '6rem',
    align: 'end',
    cell: ({ sentAt }) => (sentAt === null ? '' : <RelativeTime value={sentAt} />),
    isSecondary: true,
  },
];

/** One batch of messages: its approval, how far it is, and everybody in it. */
export function MessageBatchPage() {
  const { batchId } = useParams({ from: '/shell/batches/messages/$batchId' });
  const query = useQuery({
    queryKey: ['getMessageBatch', batchId],
    queryFn: ({ signal }) => api.getMessageBatch({ path: { batchId }, signal }),
    refetchInterval: refreshMs,
  });
  return <QueryState query={query}>{(batch) => <MessageBatchView batch={batch} />}</QueryState>;
}

function MessageBatchView({ batch }: { readonly batch: MessageBatch }) {
  const { batchId, status, createdAt } = batch;
  const progress = useQuery({
    queryKey: ['getMessageBatchProgress', batchId],
    queryFn: ({ signal }) => api.getMessageBatchProgress({ path: { batchId }, signal }),
    refetchInterval: refreshMs,
  });
  return (
    <Page
      isFull
      title={messageBatchName(batch)}
      description={
        <span className="flex flex-wrap items-center gap-x-2">
          <Link to="/batches/messages" className="underline-offset-2 hover:underline">
            {text.batches.title}
          </Link>
          <span aria-hidden>/</span>
          <MessageBatchStatusBadge status={status} />
          {formatDateTime(createdAt)}
        </span>
      }
      actions={<MessageBatchActions batch={batch} />}
    >
      <div className="flex h-full flex-col gap-4 overflow-y-auto px-6 pb-6 max-md:px-4">
        {status === 'pending_approval' ? (
          <ApproveMessages batch={batch} />
        ) : (
          <QueryState query={progress}>{(data) => <Progress batch={batch} progress={data} />}</QueryState>
        )}
        <div className="min-h-96 flex-1 overflow-hidden rounded-lg border border-line bg-surface">
          <Rows batch={batch} />
        </div>
      </div>
    </Page>
  );
}

function Progress({
  batch,
  progress,
}: {
  readonly batch: MessageBatch;
  readonly progress: MessageBatchProgress;
}) {
  const { total, delivered, percent, etaSeconds, waitingUntil } = progress;
  const done = endedRows(progress);
  return (
    <Section
      title={text.batches.batch.progress}
      actions={<span className="text-sm">{text.batches.batch.percent(String(percent))}</span>}
    >
      <div className="grid gap-2 px-4 py-3 text-sm">
        <ProgressBar isLarge label={text.batches.batch.progress} value={done} max={total} />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted">
          <span>{text.batches.batch.done(formatCount(done), formatCount(total))}</span>
          <span>{words.batch.delivered(formatCount(delivered))}</span>
        </p>
        {etaSeconds !== null && etaSeconds > 0 && (
          <p>{text.batches.batch.left(formatDuration(etaSeconds))}</p>
        )}
        {waitingUntil !== null && <p>{text.batches.batch.until(formatDateTime(waitingUntil))}</p>}
        {batch.statusDetail !== null && (
          <p className="break-words text-warn">{toPageWording(batch.statusDetail)}</p>
        )}
      </div>
    </Section>
  );
}

function Rows({ batch }: { readonly batch: MessageBatch }) {
  const { batchId } = batch;
  const { status, search } = useSearch({ from: '/shell/batches/messages/$batchId' });
  const navigate = useNavigate({ from: '/batches/messages/$batchId' });
  const query = {
    ...oneOf('status', status, words.rowStatuses),
    ...(search !== undefined && { search }),
  };
  const rows = useList(
    'listBatchMessages',
    { path: { batchId }, query: { limit: 50, ...query } },
    { refetchMs: refreshMs },
  );
  const filters = { ...(status !== undefined && { status }), ...(search !== undefined && { search }) };
  return (
    <div className="flex h-full flex-col pt-3">
      <ListFilters
        search={words.batch.search}
        selects={[{ name: 'status', label: words.batch.columns.status, options: words.rowStatuses }]}
        filters={filters}
        onFilters={(changed) => void navigate({ search: changed, replace: true })}
      >
        <span className="flex-1" />
        <ExportButton
          path={`/v1/api/batch-messages/${batchId}/messages`}
          name={messageBatchName(batch)}
          query={query}
        />
      </ListFilters>
      <div className="min-h-0 flex-1">
        <DataTable
          label={words.batch.rows}
          query={rows}
          columns={columns}
          keyOf={({ jobId }) => jobId}
          linkOf={({ conversationId }) =>
            conversationId === null ? undefined : { to: '/inbox', search: { conversation: conversationId } }
          }
          empty={
            <EmptyState
              title={text.batches.batch.emptyTitle}
              action={
                <Button onClick={() => void navigate({ search: {} })}>{text.common.clearFilters}</Button>
              }
            >
              {text.batches.batch.empty}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
