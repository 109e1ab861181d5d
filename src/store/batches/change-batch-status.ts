import { batchStatuses, canBatchTransition, type BatchStatus } from '../../domain/batches/batch-state.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { batchColumns, type BatchRow, type BatchKey } from './batch-row.ts';

export interface BatchStatusChange extends BatchKey {
  readonly to: BatchStatus;
  /** Reason, as shown to users. */
  readonly detail?: string | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'change_batch_status',
  text: `update batches set status = $3, status_detail = $4, waiting_for = 'none', updated_at = $5,
      recent_calls = case when $3 in ('scheduled', 'running') then 0 else recent_calls end,
      recent_failures = case when $3 in ('scheduled', 'running') then 0 else recent_failures end,
      started_at = case when $3 = 'running' then coalesce(started_at, $5) else started_at end,
      ended_at = case when $3 in ('completed', 'cancelled', 'failed') then $5::timestamptz end
    where workspace_id = $1 and id = $2 and status = any($6) returning ${batchColumns}`,
};

/**
 * Changes the status of a batch. Returns undefined if the batch does not exist or the transition is not allowed.
 * Cancelling a batch cancels its pending jobs at once.
 */
export function changeBatchStatus(
  db: Queryable,
  { workspaceId, batchId, to, detail, at }: BatchStatusChange,
): Promise<BatchRow | undefined> {
  const from = batchStatuses.filter((status) => canBatchTransition(status, to));
  return db.row<BatchRow>(statement, [workspaceId, batchId, to, detail, at, from]);
}
