import type { BatchCallRow, BatchRowResult } from '@parley/sdk/client';
import type { LinkProps } from '@tanstack/react-router';
import { useList } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PersonLink } from '../../components/person-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatCount, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import { rowsQueryOf, type RowFilters } from './batch-queries.ts';
import { RowDialog } from './row-dialog.tsx';
import { detailText, resultText, valuesText } from './row-text.ts';
import { PrintButton } from './rows-output.tsx';

const words = text.batches.batch;

const tones: Record<BatchRowResult, Tone> = {
  confirmed: 'ok',
  declined: 'bad',
  other_time: 'info',
  answered: 'neutral',
  not_reached: 'warn',
  failed: 'bad',
  wrong_number: 'neutral',
  opted_out: 'bad',
};

const columns: readonly Column<BatchCallRow>[] = [
  {
    header: words.columns.person,
    width: 'minmax(6.5rem, 1fr)',
    cell: ({ customer, phoneNumber }) => customer.name ?? formatPhone(phoneNumber),
    secondLine: ({ dynamic }) => valuesText(dynamic),
  },
  {
    header: words.columns.number,
    width: '8.75rem',
    cell: ({ phoneNumber }) => <PersonLink address={phoneNumber} className="text-muted" />,
    isSecondary: true,
  },
  {
    header: words.columns.values,
    width: 'minmax(5.5rem, 1.2fr)',
    cell: ({ dynamic }) => <span title={valuesText(dynamic)}>{valuesText(dynamic)}</span>,
    isSecondary: true,
  },
  {
    header: words.columns.result,
    width: '11rem',
    cell: (row) => (
      <Badge tone={row.result === null ? 'neutral' : tones[row.result]}>{resultText(row)}</Badge>
    ),
  },
  {
    header: words.columns.answers,
    width: 'minmax(6rem, 1.4fr)',
    cell: (row) => <span title={detailText(row)}>{detailText(row)}</span>,
    isSecondary: true,
  },
];

/** A stable function, so that rows are drawn again only if they changed. */
const rowLink = ({ batchId, jobId, callId }: BatchCallRow): LinkProps =>
  callId === null
    ? { to: '/batches/$batchId', params: { batchId }, search: (search) => ({ ...search, row: jobId }) }
    : { to: '/calls/$callId', params: { callId } };

interface BatchRowsProps {
  readonly batchId: string;
  readonly name: string;
  readonly filters: RowFilters;
  readonly onFilters: (filters: RowFilters) => void;
  readonly refreshMs: number | false;
}

/** The people of the batch, in the order of the file. A row with a call opens it, and another one its values. */
export function BatchRows({ batchId, name, filters: search, onFilters, refreshMs }: BatchRowsProps) {
  const { row: openJobId, ...filters } = search;
  const path = { batchId };
  const query = rowsQueryOf(filters);
  const rows = useList(
    'listBatchCalls',
    { path, query: { limit: 50, ...query } },
    refreshMs === false ? {} : { refetchMs: refreshMs },
  );
  return (
    <div className="flex h-full flex-col">
      {openJobId !== undefined && (
        <RowDialog batchId={batchId} jobId={openJobId} onClose={() => onFilters(filters)} />
      )}
      <div className="pt-3">
        <ListFilters
          search={words.search}
          selects={[
            { name: 'result', label: words.columns.result, options: text.batches.results },
            { name: 'status', label: text.batches.columns.status, options: text.batches.rowStatuses },
            { name: 'skipReason', label: words.notCalledBecause, options: text.batches.skipReasons },
          ]}
          filters={filters}
          onFilters={onFilters}
        >
          <span className="flex-1 text-sm text-muted">
            {rows.total !== undefined && words.people(formatCount(rows.total))}
          </span>
          <div className="flex gap-2">
            <PrintButton {...{ batchId, name, query }} />
            <ExportButton
              path={`/v1/api/batch-calls/${batchId}/calls`}
              name={words.resultsFile(name)}
              query={query}
            />
          </div>
        </ListFilters>
      </div>
      <div className="min-h-0 flex-1">
        <DataTable
          label={words.who}
          query={rows}
          columns={columns}
          keyOf={({ jobId }) => jobId}
          linkOf={rowLink}
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
