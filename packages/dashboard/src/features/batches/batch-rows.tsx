import type { BatchCallRow, BatchRowResult } from '@parley/sdk/client';
import { useList } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { formatCount, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { rowsQueryOf, type RowFilters } from './batch-queries.ts';
import { detailText, resultText } from './row-text.ts';
import { PrintButton } from './rows-output.tsx';

const words = text.batches.batch;

const tones: Record<BatchRowResult, Tone> = {
  confirmed: 'ok',
  declined: 'bad',
  other_time: 'info',
  answered: 'neutral',
  not_reached: 'warn',
  wrong_number: 'neutral',
  opted_out: 'bad',
};

const columns: readonly Column<BatchCallRow>[] = [
  {
    header: words.columns.person,
    width: 'minmax(8rem, 1fr)',
    cell: ({ customer, phoneNumber }) => customer.name ?? formatPhone(phoneNumber),
  },
  {
    header: words.columns.number,
    width: '9.5rem',
    cell: ({ phoneNumber }) => <PersonLink address={phoneNumber} className="text-muted" />,
    isSecondary: true,
  },
  {
    header: words.columns.result,
    width: '9.75rem',
    cell: (row) => (
      <Badge tone={row.result === null ? 'neutral' : tones[row.result]}>{resultText(row)}</Badge>
    ),
  },
  {
    header: words.columns.answers,
    width: 'minmax(9rem, 1.4fr)',
    cell: (row) => <span title={detailText(row)}>{detailText(row)}</span>,
    isSecondary: true,
  },
  {
    header: words.columns.ended,
    width: '6.5rem',
    align: 'end',
    cell: ({ endedAt }) => (endedAt === null ? '' : <RelativeTime value={endedAt} />),
    isSecondary: true,
  },
];

interface BatchRowsProps {
  readonly batchId: string;
  readonly name: string;
  readonly filters: RowFilters;
  readonly onFilters: (filters: RowFilters) => void;
  readonly refreshMs: number | false;
}

/** The people of the batch, in the order of the file. A row with a call opens it. */
export function BatchRows({ batchId, name, filters, onFilters, refreshMs }: BatchRowsProps) {
  const path = { batchId };
  const query = rowsQueryOf(filters);
  const rows = useList(
    'listBatchCalls',
    { path, query: { limit: 50, ...query } },
    refreshMs === false ? {} : { refetchMs: refreshMs },
  );
  return (
    <div className="flex h-full flex-col">
      <div className="pt-3">
        <ListFilters
          search={words.search}
          any={text.common.any}
          selects={[{ name: 'result', label: words.columns.result, options: text.batches.results }]}
          filters={filters}
          onFilters={onFilters}
        >
          <span className="flex-1 text-sm text-muted">
            {rows.total !== undefined && words.people(formatCount(rows.total))}
          </span>
          <PrintButton {...{ batchId, name, query }} />
          <ExportButton path={`/v1/api/batch-calls/${batchId}/calls`} name={name} query={query} />
        </ListFilters>
      </div>
      <div className="min-h-0 flex-1">
        <DataTable
          label={words.who}
          query={rows}
          columns={columns}
          keyOf={({ jobId }) => jobId}
          linkOf={({ callId }) =>
            callId === null ? undefined : { to: '/calls/$callId', params: { callId } }
          }
          empty={
            <EmptyState
              title={words.emptyTitle}
              action={<Button onClick={() => onFilters({})}>{text.common.clearFilters}</Button>}
            >
              {words.empty}
            </EmptyState>
          }
        />
      </div>
    </div>
  );
}
