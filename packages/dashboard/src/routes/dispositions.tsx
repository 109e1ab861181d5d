import type { Disposition, ListDispositionsData } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { PersonLink } from '../components/person-link.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { CallbackCalendar } from '../features/dispositions/callback-calendar.tsx';
import { Callbacks } from '../features/dispositions/callbacks.tsx';
import {
  dispositionName,
  dispositionNames,
  DispositionStatusBadge,
} from '../features/dispositions/disposition-text.tsx';
import { ScheduleCallback } from '../features/dispositions/schedule-callback.tsx';
import { useWorkspaceZone } from '../features/session/session.ts';
import { formatCount } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.dispositions;

const columns: readonly Column<Disposition>[] = [
  {
    header: words.columns.disposition,
    width: 'minmax(9rem, 0.8fr)',
    narrowWidth: 'minmax(6rem, 1fr)',
    cell: ({ disposition }) => dispositionName(disposition),
  },
  {
    header: words.columns.customer,
    width: 'minmax(9.5rem, 1fr)',
    narrowWidth: '8.5rem',
    cell: ({ phoneNumber, customerName }) => <PersonLink address={phoneNumber} name={customerName} />,
  },
  {
    header: words.columns.status,
    width: '7.5rem',
    cell: (disposition) => <DispositionStatusBadge {...disposition} />,
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
    narrowWidth: '5rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];

type Filters = Readonly<
  Partial<Record<'view' | 'week' | 'search' | 'status' | 'disposition' | 'batchId' | 'agentId', string>>
>;

function queryOf({
  view: _view,
  week: _week,
  status,
  ...texts
}: Filters): NonNullable<ListDispositionsData['query']> {
  return { ...texts, ...oneOf('status', status, words.statuses) };
}

const views = { all: words.all, callbacks: words.callbacks, calendar: words.calendar };

/** What calls led to, and the calls that are still to be made: as a list and as a calendar. */
export function DispositionsPage() {
  const filters = useSearch({ from: '/shell/dispositions' });
  const navigate = useNavigate({ from: '/dispositions' });
  const zone = useWorkspaceZone();
  const { view = 'all' } = oneOf('view', filters.view, views);
  return (
    <Page
      isFull={view !== 'callbacks'}
      title={words.title}
      actions={
        <>
          <div role="group" aria-label={words.views} className="flex gap-1">
            {optionsOf(views).map(([name, label]) => (
              <Button
                key={name}
                variant="ghost"
                aria-pressed={view === name}
                className="aria-pressed:bg-selected aria-pressed:text-ink"
                onClick={() => void navigate({ search: name === 'all' ? {} : { view: name } })}
              >
                {label}
              </Button>
            ))}
          </div>
          <ScheduleCallback zone={zone} />
        </>
      }
    >
      {view === 'all' && <DispositionList filters={filters} />}
      {view === 'callbacks' && <Callbacks />}
      {view === 'calendar' && (
        <CallbackCalendar
          week={filters.week}
          onWeek={(week) =>
            void navigate({ search: { view, ...(week !== undefined && { week }) }, replace: true })
          }
        />
      )}
    </Page>
  );
}

const limit = 50;

function DispositionList({ filters }: { readonly filters: Filters }) {
  const navigate = useNavigate({ from: '/dispositions' });
  const dispositions = useList(
    'listDispositions',
    { query: { limit, ...queryOf(filters) } },
    { refetchMs: 15_000 },
  );
  const codes = useList('listDispositionCodes', { query: { limit: 100 } });
  const unfiltered = useList('listDispositions', { query: { limit } });
  // A flow can set codes that the workspace does not describe.
  const names = dispositionNames([
    ...codes.rows.map(({ code }) => code),
    ...[...unfiltered.rows, ...dispositions.rows].map(({ disposition }) => disposition),
    ...(filters.disposition === undefined ? [] : [filters.disposition]),
  ]);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="flex h-full flex-col">
      <ListFilters
        search={words.filters.search}
        selects={[
          { name: 'disposition', label: words.filters.disposition, options: names },
          {
            name: 'status',
            label: words.filters.status,
            options: { ...words.statuses, completed: words.completedOrNone },
          },
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
