import type { BatchProgress, ListBatchCallsData } from '@parley/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, queryClient } from '../../api.ts';
import { oneOf } from '../../search.ts';
import { text } from '../../text/index.ts';

export const batchQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['getBatch', batchId],
    queryFn: ({ signal }) => api.getBatch({ path: { batchId }, signal }),
  });

export const progressQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['getBatchProgress', batchId],
    queryFn: ({ signal }) => api.getBatchProgress({ path: { batchId }, signal }),
    staleTime: Infinity,
  });

export const rowQuery = (batchId: string, jobId: string) =>
  queryOptions({
    queryKey: ['getBatchCall', jobId],
    queryFn: ({ signal }) => api.getBatchCall({ path: { batchId, jobId }, signal }),
  });

/** The service counts all rows for each request. */
const largeBatchRows = 20_000;

/** Returns how often the rows of a batch are read again. */
export const refreshMsOf = ({ status, total, dialing, inProgress }: BatchProgress): number | false => {
  const isActive = ['validating', 'scheduled', 'running'].includes(status) || dialing + inProgress > 0;
  return isActive && (total > largeBatchRows ? 60_000 : 3_000);
};

export const resultsQuery = (batchId: string, refetchInterval: number | false) =>
  queryOptions({
    queryKey: ['getBatchResults', batchId],
    queryFn: ({ signal }) => api.getBatchResults({ path: { batchId }, signal }),
    refetchInterval,
  });

/** The filters of the rows in the URL, and the row that is open. */
export type RowFilters = Readonly<
  Partial<Record<'result' | 'status' | 'skipReason' | 'outcome' | 'search' | 'row', string>>
>;

/** Returns the query of the service. Values that the service does not know are omitted. */
export function rowsQueryOf({
  result,
  status,
  skipReason,
  outcome,
  search,
}: RowFilters): NonNullable<ListBatchCallsData['query']> {
  const { results, rowStatuses, skipReasons, outcomes } = text.batches;
  return {
    ...oneOf('result', result, results),
    ...oneOf('status', status, rowStatuses),
    ...oneOf('skipReason', skipReason, skipReasons),
    ...oneOf('outcome', outcome, outcomes),
    ...(search !== undefined && { search }),
  };
}

const reconnectMs = 2_000;

/** Follows the progress of a batch until its end, also across restarts of the service. */
export function useLiveProgress(batchId: string): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(batchId, stop.signal);
    return () => stop.abort();
  }, [batchId]);
}

async function follow(batchId: string, signal: AbortSignal): Promise<void> {
  const key = progressQuery(batchId).queryKey;
  let frame = 0;
  let latest: BatchProgress | undefined;
  const apply = () => {
    frame = 0;
    const before = queryClient.getQueryData(key);
    queryClient.setQueryData(key, latest);
    if (before?.status !== latest?.status) readRowsAgain(batchId);
  };
  for (;;) {
    try {
      for await (const progress of api.follow('followBatch', { path: { batchId }, signal })) {
        latest = progress;
        frame ||= requestAnimationFrame(apply);
      }
      break;
    } catch {
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, reconnectMs));
      if (signal.aborted) return;
    }
  }
  await queryClient.invalidateQueries({ queryKey: key });
  readRowsAgain(batchId);
}

function readRowsAgain(batchId: string): void {
  for (const queryKey of [
    ['getBatch', batchId],
    ['getBatchResults', batchId],
    ['listBatchCalls'],
    ['listBatches'],
  ])
    void queryClient.invalidateQueries({ queryKey });
}
