import type { OwnedNumber } from '@parley/sdk/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Page } from '../components/page.tsx';
import { SearchInput } from '../components/search-input.tsx';
import { EmptyState } from '../components/states.tsx';
import { AddNumber } from '../features/numbers/add-number.tsx';
import { NumberAgent, ReleaseNumber } from '../features/numbers/number-actions.tsx';
import { formatPhone } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.numbers;

const columns: readonly Column<OwnedNumber>[] = [
  {
    header: words.columns.number,
    width: 'minmax(8.5rem, 1fr)',
    cell: ({ phoneNumber }) => <span className="font-medium">{formatPhone(phoneNumber)}</span>,
    secondLine: ({ friendlyName }) => friendlyName,
  },
  {
    header: words.columns.name,
    width: 'minmax(8rem, 1fr)',
    cell: ({ friendlyName }) => friendlyName,
    isSecondary: true,
  },
  {
    header: words.columns.place,
    width: 'minmax(7rem, 1fr)',
    cell: ({ locality, region, country }) => [locality, region, country].filter(Boolean).join(', '),
    isSecondary: true,
  },
  {
    header: words.columns.agent,
    width: 'minmax(9rem, 1.2fr)',
    narrowWidth: 'minmax(7rem, 1fr)',
    cell: (number) => <NumberAgent number={number} />,
  },
  {
    header: words.columns.status,
    width: '6rem',
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'ok' : 'neutral'}>{words.statuses[status]}</Badge>
    ),
    isSecondary: true,
  },
  {
    header: words.columns.actions,
    width: '7rem',
    narrowWidth: '5.5rem',
    align: 'end',
    cell: (number) => <ReleaseNumber number={number} />,
  },
];

/** The phone numbers of the workspace, and the agent of each. */
export function NumbersPage() {
  const { search } = useSearch({ from: '/shell/numbers' });
  const navigate = useNavigate({ from: '/numbers' });
  const numbers = useList('listNumbers', { query: { limit: 50, ...(search !== undefined && { search }) } });
  return (
    <Page isFull title={words.title} actions={<AddNumber />}>
      <div className="flex h-full flex-col">
        <div className="px-6 pb-3 max-md:px-4">
          <SearchInput
            label={words.search}
            initial={search ?? ''}
            onSearch={(value) =>
              void navigate({ search: value === '' ? {} : { search: value }, replace: true })
            }
          />
        </div>
        <div className="min-h-0 flex-1">
          <DataTable
            label={words.title}
            query={numbers}
            columns={columns}
            keyOf={({ id }) => id}
            empty={<EmptyState title={words.emptyTitle}>{words.empty}</EmptyState>}
          />
        </div>
      </div>
    </Page>
  );
}
