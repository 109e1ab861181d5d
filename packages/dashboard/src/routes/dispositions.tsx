import type { Disposition, ListDispositionsData } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { Callbacks } from '../features/dispositions/callbacks.tsx';
import { dispositionName, DispositionStatusBadge } from '../features/dispositions/disposition-text.tsx';
import { formatCount, formatPhone } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.dispositions;

const columns: readonly Column<Disposition>[] = [
  {
    header: words.columns.number,
    width: 'minmax(10rem, 1fr)',
    cell: ({ phoneNumber }) => formatPhone(phoneNumber),
  },
  {
    header: words.columns.disposition,
    width: '10rem',
    cell: ({ disposition }) => dispositionName(disposition),
  },
  {
    header: words.columns.status,
    width: '7.5rem',
    cell: ({ status }) => <DispositionStatusBadge status={status} />,
    isSecondary: true,
  },
  {
    header: words.columns.agent,
    width: 'minmax(8rem, 1fr)',
    cell: ({ agentName }) => agentName ?? '',
    isSecondary: true,
  },
  {
    header: words.columns.notes,
    width: 'minmax(8rem, 1.5fr)',
    cell: ({ notes }) => <span title={notes}>{notes}</span>,
    isSecondary: true,
  },
  {
    header: words.columns.created,
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];

type Filters = Readonly<
  Partial<Record<'view' | 'search' | 'status' | 'disposition' | 'batchId' | 'agentId', string>>
>;

function queryOf({ view: _view, status, ...texts }: Filters): NonNullable<ListDispositionsData['query']> {
  return { ...texts, ...oneOf('status', status, words.statuses) };
}

/** What calls led to, and the calls that are still to be made. */
export function DispositionsPage() {
  const filters = useSearch({ from: '/shell/dispositions' });
  const navigate = useNavigate({ from: '/dispositions' });
  const isCallbacks = filters.view === 'callbacks';
  return (
    <Page
      isFull={!isCallbacks}
      title={words.title}
      actions={
        <div role="group" aria-label={words.views} className="flex gap-1">
          {([undefined, 'callbacks'] as const).map((view) => (
            <Button
              key={view ?? ''}
              variant="ghost"
              aria-pressed={filters.view === view}
              className="aria-pressed:bg-selected aria-pressed:text-ink"
              onClick={() => void navigate({ search: view === undefined ? {} : { view } })}
            >
              {view === undefined ? words.all : words.callbacks}
            </Button>
          ))}
        </div>
      }
    >
      {isCallbacks ? <Callbacks /> : <DispositionList filters={filters} />}
    </Page>
  );
}

function DispositionList({ filters }: { readonly filters: Filters }) {
  const navigate = useNavigate({ from: '/dispositions' });
  const dispositions = useList(
    'listDispositions',
    { query: { limit: 50, ...queryOf(filters) } },
    { refetchMs: 15_000 },
  );
  const codes = useList('listDispositionCodes', { query: { limit: 100 } });
  const names = {
    ...words.names,
    ...Object.fromEntries(codes.rows.map(({ code }) => [code, dispositionName(code)])),
  };
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="flex h-full flex-col">
      <ListFilters
        search={words.filters.search}
        any={text.common.any}
        selects={[
          { name: 'disposition', label: words.filters.disposition, options: names },
          { name: 'status', label: words.filters.status, options: words.statuses },
        ]}
        filters={filters}
        onFilters={(search) => void navigate({ search, replace: true })}
      >
        {dispositions.total !== undefined && (
          <span className="text-sm text-muted">{words.count(formatCount(dispositions.total))}</span>
        )}
      </ListFilters>
      <div className="min-h-0 flex-1">
        <DataTable
          label={words.title}
          query={dispositions}
          columns={columns}
          keyOf={({ _id }) => _id}
          linkOf={({ callId }) =>
            callId === null ? undefined : { to: '/calls/$callId', params: { callId } }
          }
          empty={
            <EmptyState
              title={words.emptyTitle}
              {...(isFiltered && {
                action: (
                  <Button onClick={() => void navigate({ search: {} })}>{text.common.clearFilters}</Button>
                ),
              })}
            >
              {isFiltered ? words.emptyFiltered : words.empty}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
