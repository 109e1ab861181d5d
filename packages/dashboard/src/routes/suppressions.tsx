import type { Suppression } from '@parley/sdk/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';
import { RelativeTime } from '../components/time.tsx';
import { AddSuppression } from '../features/suppressions/add-suppression.tsx';
import { ImportSuppressions } from '../features/suppressions/import-suppressions.tsx';
import { RemoveSuppression } from '../features/suppressions/remove-suppression.tsx';
import { formatCount, formatPhone } from '../format.ts';
import { oneOf } from '../search.ts';
import { text } from '../text/index.ts';

const words = text.suppressions;

const columns: readonly Column<Suppression>[] = [
  {
    header: words.columns.address,
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ address }) => formatPhone(address),
  },
  { header: words.columns.channel, width: '5.5rem', cell: ({ channel }) => words.channels[channel] },
  {
    header: words.columns.reason,
    width: 'minmax(10rem, 1.5fr)',
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
    isSecondary: true,
  },
  {
    header: words.columns.cause,
    width: '10rem',
    cell: (entry) => <Cause entry={entry} />,
    isSecondary: true,
  },
  {
    header: words.columns.created,
    width: '7rem',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    isSecondary: true,
  },
  {
    header: words.remove,
    width: '4.5rem',
    align: 'end',
    cell: (entry) => <RemoveSuppression entry={entry} />,
  },
];

function Cause({ entry: { callId, createdBy } }: { readonly entry: Suppression }) {
  if (callId !== null)
    return (
      <Link
        to="/calls/$callId"
        params={{ callId }}
        className="relative z-1 text-accent underline-offset-2 hover:underline"
      >
        {words.causes.call}
      </Link>
    );
  return createdBy === null ? words.causes.service : words.causes.user;
}

/** Who is not called and not written to. */
export function SuppressionsPage() {
  const filters = useSearch({ from: '/shell/suppressions' });
  const navigate = useNavigate({ from: '/suppressions' });
  const { search, channel } = filters;
  const entries = useList('listSuppressions', {
    query: {
      limit: 50,
      ...(search !== undefined && { search }),
      ...oneOf('channel', channel, words.channels),
    },
  });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      isFull
      title={words.title}
      description={
        entries.total === undefined
          ? words.description
          : `${words.count(formatCount(entries.total))} · ${words.description}`
      }
      actions={
        <>
          <ImportSuppressions />
          <AddSuppression />
        </>
      }
    >
      <div className="flex h-full flex-col">
        <ListFilters
          search={words.search}
          selects={[{ name: 'channel', label: words.channel, options: words.channels }]}
          filters={filters}
          onFilters={(search) => void navigate({ search, replace: true })}
        />
        <div className="min-h-0 flex-1">
          <DataTable
            label={words.title}
            query={entries}
            columns={columns}
            keyOf={({ id }) => id}
            // The address of an erased person is not stored.
            linkOf={({ address }) =>
              /^\+|@/.test(address) ? { to: '/people/$address', params: { address } } : undefined
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
    </Page>
  );
}
