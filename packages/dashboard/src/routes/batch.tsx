import type { Batch, BatchProgress } from '@parley/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Page, Section } from '../components/page.tsx';
import { LoadingState, QueryState } from '../components/states.tsx';
import { BatchActions } from '../features/batches/batch-actions.tsx';
import { BatchProgressSection } from '../features/batches/batch-progress.tsx';
import {
  batchQuery,
  progressQuery,
  refreshMsOf,
  resultsQuery,
  useLiveProgress,
  type RowFilters,
} from '../features/batches/batch-queries.ts';
import { BatchRows } from '../features/batches/batch-rows.tsx';
import { BatchStatusBadge } from '../features/batches/batch-status.tsx';
import { ResultBars } from '../features/batches/result-bars.tsx';
import { useCan } from '../features/session/session.ts';
import { formatDateTime } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.batches.batch;

/** One batch: how far it is, who comes, and everybody in it. */
export function BatchPage() {
  const { batchId } = useParams({ from: '/shell/batches/$batchId' });
  const query = useQuery(batchQuery(batchId));
  return <QueryState query={query}>{(batch) => <BatchView key={batchId} batch={batch} />}</QueryState>;
}

function BatchView({ batch: read }: { readonly batch: Batch }) {
  const { batchId, name, createdAt } = read;
  useLiveProgress(batchId);
  const filters = useSearch({ from: '/shell/batches/$batchId' });
  const navigate = useNavigate({ from: '/batches/$batchId' });
  const { data: progress } = useQuery(progressQuery(batchId));
  const batch = { ...read, ...(progress && { status: progress.status, pending: progress.pending }) };
  const setFilters = (search: RowFilters) => void navigate({ search, replace: true });
  return (
    <Page
      isFull
      title={name}
      description={
        <span className="flex flex-wrap items-center gap-x-2">
          <Link to="/batches" className="underline-offset-2 hover:underline">
            {words.back}
          </Link>
          <span aria-hidden>/</span>
          <BatchStatusBadge status={batch.status} />
          {formatDateTime(createdAt)}
        </span>
      }
      actions={<BatchActions batch={batch} />}
    >
      {progress === undefined ? (
        <LoadingState />
      ) : (
        <div className="grid h-full gap-4 px-6 pb-6 max-lg:block max-md:px-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <div className="grid content-start gap-4 lg:overflow-y-auto">
            <BatchProgressSection batch={batch} progress={progress} />
            <Results progress={progress} filters={filters} onFilters={setFilters} />
          </div>
          <div className="min-h-0 overflow-hidden rounded-lg border border-line bg-surface max-lg:mt-4 max-lg:h-[34rem]">
            <BatchRows
              batchId={batchId}
              name={name}
              filters={filters}
              onFilters={setFilters}
              refreshMs={refreshMsOf(progress)}
            />
          </div>
        </div>
      )}
    </Page>
  );
}

interface ResultsProps {
  readonly progress: BatchProgress;
  readonly filters: RowFilters;
  readonly onFilters: (filters: RowFilters) => void;
}

/** Who comes, for users who may read what was said in calls. */
function Results({ progress, filters, onFilters }: ResultsProps) {
  const canReadCalls = useCan('calls:read');
  const results = useQuery({
    ...resultsQuery(progress.batchId, refreshMsOf(progress)),
    enabled: canReadCalls,
  });
  if (!canReadCalls)
    return (
      <Section title={words.who}>
        <p className="px-4 py-3 text-sm text-muted">{text.common.forbidden('calls:read')}</p>
      </Section>
    );
  return (
    <QueryState query={results}>
      {(data) => <ResultBars results={data} progress={progress} filters={filters} onFilters={onFilters} />}
    </QueryState>
  );
}
