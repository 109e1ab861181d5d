import {
  isJobEnded,
  jobStatuses,
  canJobTransition,
  type JobOutcome,
  type JobStatus,
} from '../../domain/batches/batch-state.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { batchJobColumns, type BatchJobRow } from './batch-job-row.ts';
import type { BatchKey } from './batch-row.ts';

export interface BatchJobChange extends BatchKey {
  readonly jobId: string;
  readonly to: JobStatus;
  /** Omitted: unchanged. */
  readonly outcome?: JobOutcome | undefined;
  readonly callId?: string | undefined;
  readonly at: Date;
}

/** Locks the batch before the job, as all statements that change both do. */
const statement: Statement = {
  name: 'change_batch_job',
  text: `with batch as materialized (
      select id as locked_id, status = 'cancelled' as is_cancelled from batches
      where workspace_id = $1 and id = $2 for no key update
    )
    update batch_jobs set status = case when is_cancelled and $4 = 'pending' then 'cancelled' else $4 end,
      outcome = coalesce($5, outcome), call_id = coalesce($6, call_id),
      attempt = attempt + case when $4 = 'dialing' then 1 else 0 end, updated_at = $7,
      ended_at = case when $8 or is_cancelled and $4 = 'pending' then $7::timestamptz end
    from batch
    where batch_jobs.workspace_id = $1 and batch_jobs.batch_id = locked_id and id = $3 and status = any($9)
      and not (is_cancelled and status = 'pending')
    returning ${batchJobColumns}`,
};

/**
 * Changes the status of a job. Returns undefined if the job does not exist or the transition is not allowed. In a
 * cancelled batch no job is retried: `pending` becomes `cancelled`.
 */
export function changeBatchJob(db: Queryable, change: BatchJobChange): Promise<BatchJobRow | undefined> {
  const from = jobStatuses.filter((status) => canJobTransition(status, change.to));
  return db.row<BatchJobRow>(statement, [
    change.workspaceId,
    change.batchId,
    change.jobId,
    change.to,
    change.outcome,
    change.callId,
    change.at,
    isJobEnded(change.to),
    from,
  ]);
}
