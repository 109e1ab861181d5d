import type { JobOutcome } from '../domain/batches/batch-state.ts';
import type { BatchKey } from './batches/batches.ts';
import type { Queryable, Statement } from './queryable.ts';

/** Result of the predial check of the next call of a job. */
export interface CheckedJob {
  readonly jobId: string;
  /** Number of earlier calls at the start of the check. */
  readonly attempt: number;
  readonly to: 'pending' | 'skipped' | 'failed';
  readonly outcome: JobOutcome | null;
  readonly detail: string | null;
  /** Expiry of the clearance; null: the call is not cleared. */
  readonly clearedUntil: Date | null;
  /** Time of the next check; null: unchanged. */
  readonly runAt: Date | null;
}

const statement: Statement = {
  name: 'settle_predial_checks',
  text: `with batch as materialized (
      select id as locked_id from batches
      where workspace_id = $1 and id = $2 and status in ('running', 'paused') for no key update)
    update batch_jobs job set status = checked.status, outcome = coalesce(checked.outcome, job.outcome),
      detail = coalesce(checked.detail, job.detail), run_at = coalesce(checked.run_at, job.run_at), updated_at = $3,
      skip_reason = case when checked.status = 'skipped' then 'not_eligible' end,
      ended_at = case when checked.status <> 'pending' then $3::timestamptz end,
      deferred_by = case when checked.status = 'pending' and checked.run_at is null then job.deferred_by end,
      deferred_detail = case when checked.status = 'pending' and checked.run_at is null then job.deferred_detail end,
      cleared_attempt = case when cleared is not null then job.attempt + 1 end, cleared_until = cleared,
      predial_failures = case when cleared is null then job.predial_failures + 1 else 0 end
    from batch, unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[])
      as checked (job_id, checked_attempt, status, outcome, detail, cleared, run_at)
    where job.workspace_id = $1 and job.batch_id = locked_id and job.id = checked.job_id and job.status = 'pending'
      and job.attempt = checked.checked_attempt`,
};

/**
 * Writes results of predial checks if the batch is running or paused, and only for jobs without a call since their check.
 */
export async function settleChecks(
  tx: Queryable,
  { workspaceId, batchId, at }: BatchKey & { readonly at: Date },
  jobs: readonly CheckedJob[],
): Promise<void> {
  await tx.execute(statement, [
    workspaceId,
    batchId,
    at,
    jobs.map(({ jobId }) => jobId),
    jobs.map(({ attempt }) => attempt),
    jobs.map(({ to }) => to),
    jobs.map(({ outcome }) => outcome),
    jobs.map(({ detail }) => detail),
    jobs.map(({ clearedUntil }) => clearedUntil),
    jobs.map(({ runAt }) => runAt),
  ]);
}
