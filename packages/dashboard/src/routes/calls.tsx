import type { CallRecord } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ExportButton } from '../components/export-button.tsx';
import { Page } from '../components/page.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { CallFilters } from '../features/calls/call-filters.tsx';
import { CallStatusBadge } from '../features/calls/call-status.tsx';
import { callsQueryOf, isSearchable } from '../features/calls/calls-query.ts';
import { dispositionName } from '../features/dispositions/disposition-text.tsx';
import { SavedViews } from '../features/calls/saved-views.tsx';
import { formatCount, formatDuration, formatPhone } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.calls;

const columns: readonly Column<CallRecord>[] = [
  {
    header: words.columns.customer,
    width: 'minmax(8.5rem, 1fr)',
    narrowWidth: 'minmax(6rem, 1fr)',
    cell: (call) => call.customer.name ?? formatPhone(numberOf(call)),
    secondLine: (call) => <PersonLink address={numberOf(call)} />,
  },
  {
    header: words.columns.number,
    width: '9.5rem',
    cell: (call) => <PersonLink address={numberOf(call)} className="text-muted" />,
    isSecondary: true,
  },
  {
    header: words.columns.agent,
    width: 'minmax(8rem, 1fr)',
    cell: (call) => call.agent.name,
    isSecondary: true,
  },
  {
    header: words.columns.status,
    width: '9.5rem',
    narrowWidth: '9rem',
    cell: (call) => <CallStatusBadge {...call} />,
    secondLine: (call) => (
      <>
        {call.durationSeconds !== null && `${formatDuration(call.durationSeconds)} · `}
        <RelativeTime value={call.createdAt} />
      </>
    ),
  },
  {
    header: words.columns.disposition,
    width: 'minmax(7rem, 0.8fr)',
    cell: ({ disposition }) => (disposition === null ? '' : dispositionName(disposition)),
    isSecondary: true,
  },
  {
    header: words.columns.duration,
    width: '6rem',
    align: 'end',
    cell: ({ durationSeconds }) => (durationSeconds === null ? '' : formatDuration(durationSeconds)),
    isSecondary: true,
  },
  {
    header: words.columns.time,
    width: '7rem',
    align: 'end',
    cell: (call) => <RelativeTime value={call.createdAt} />,
    isSecondary: true,
  },
];

const numberOf = ({ direction, fromNumber, toNumber }: CallRecord): string =>
  direction === 'inbound' ? fromNumber : toNumber;

/** All calls, newest first. The filters are in the URL. */
export function CallsPage() {
  const filters = useSearch({ from: '/shell/calls' });
  const navigate = useNavigate({ from: '/calls' });
  const query = callsQueryOf(filters);
  const isInvalidSearch = filters.search !== undefined && !isSearchable(filters.search);
  const calls = useList(
    'listCalls',
    { query: { limit: 50, ...query } },
    { refetchMs: 10_000, enabled: !isInvalidSearch },
  );
  const isFiltered = Object.keys(filters).length > 0;
  const clear = <Button onClick={() => void navigate({ search: {} })}>{text.common.clearFilters}</Button>;
  return (
    <Page
      isFull
      title={words.title}
      description={
        calls.total === undefined || isInvalidSearch ? undefined : words.count(formatCount(calls.total))
      }
      actions={!isInvalidSearch && <ExportButton path="/api/v1/calls" name={words.fileName} query={query} />}
    >
      <div className="flex h-full flex-col">
        <CallFilters filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
        <SavedViews filters={filters} />
        <div className="min-h-0 flex-1">
          {isInvalidSearch ? (
            <EmptyState title={words.emptyTitle} action={clear}>
              {words.invalidSearch}
            </EmptyState>
          ) : (
            <DataTable
              label={words.title}
              query={calls}
              columns={columns}
              keyOf={({ callId }) => callId}
              linkOf={({ callId }) => ({ to: '/calls/$callId', params: { callId } })}
              empty={
                <EmptyState title={words.emptyTitle} {...(isFiltered && { action: clear })}>
                  {isFiltered ? words.emptyFiltered : words.empty}
                </EmptyState>
              }
            />
          )}
        </div>
      </div>
    </Page>
  );
}
