import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** What came of the question whether a job's next call may be made. */
export interface CheckedJob {
  readonly jobId: string;
  /** Calls begun when it was asked. */
  readonly attempt: number;
  readonly to: 'pending' | 'skipped' | 'failed';
  readonly outcome: JobOutcome | null;
  readonly detail: string | null;
  /** Until when the call may be made; null: it may not. */
  readonly clearedUntil: Date | null;
  /** When it is asked again; null: as it was. */
  readonly runAt: Date | null;
}

const statement: Statement = {
  name: 'settle_predial_checks',
  text: `with batch as materialized (
      select id as held_id from batches
      where workspace_id = $1 and id = $2 and status in ('running', 'paused') for no key update)
    update batch_jobs job set status = checked.status, outcome = coalesce(checked.outcome, job.outcome),
      detail = coalesce(checked.detail, job.detail), run_at = coalesce(checked.run_at, job.run_at), updated_at = $3,
      skip_reason = case when checked.status = 'skipped' then 'not_eligible' end,
      ended_at = case when checked.status <> 'pending' then $3::timestamptz end,
      put_off_by = case when checked.status = 'pending' and checked.run_at is null then job.put_off_by end,
      put_off_detail = case when checked.status = 'pending' and checked.run_at is null then job.put_off_detail end,
      cleared_attempt = case when cleared is not null then job.attempt + 1 end, cleared_until = cleared,
      predial_failures = case when cleared is null then job.predial_failures + 1 else 0 end
    from batch, unnest($4::text[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::timestamptz[])
      as checked (job_id, asked_attempt, status, outcome, detail, cleared, run_at)
    where job.workspace_id = $1 and job.batch_id = held_id and job.id = checked.job_id and job.status = 'pending'
      and job.attempt = checked.asked_attempt`,
};

/** Of a batch that is neither cancelled nor over, as far as nothing else has become of the jobs meanwhile. */
export async function settleChecks(
  tx: Queryable,
  { workspaceId, batchId, at }: WhichBatch & { readonly at: Date },
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
