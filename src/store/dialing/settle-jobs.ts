import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** What becomes of a job that is not dialed now. */
export type JobSettled =
  | { readonly jobId: string; readonly to: 'pending'; readonly runAt: Date }
  | { readonly jobId: string; readonly to: 'skipped'; readonly outcome: JobOutcome; readonly detail: string }
  | { readonly jobId: string; readonly to: 'failed'; readonly outcome: JobOutcome; readonly detail: string };

const statement: Statement = {
  name: 'settle_batch_jobs',
  text: `update batch_jobs job set status = settled.status, outcome = coalesce(settled.outcome, job.outcome),
      detail = coalesce(settled.detail, job.detail), run_at = coalesce(settled.run_at, job.run_at), updated_at = $3,
      skip_reason = case when settled.status = 'skipped' then 'suppressed' end,
      ended_at = case when settled.status <> 'pending' then $3::timestamptz end
    from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
      as settled (job_id, status, outcome, detail, run_at)
    where job.workspace_id = $1 and job.batch_id = $2 and job.id = settled.job_id and job.status = 'pending'`,
};

/** In the transaction that holds them and their batch. */
export async function settleJobs(
  tx: Queryable,
  { workspaceId, batchId, at }: WhichBatch & { readonly at: Date },
  jobs: readonly JobSettled[],
): Promise<void> {
  await tx.execute(statement, [
    workspaceId,
    batchId,
    at,
    jobs.map(({ jobId }) => jobId),
    jobs.map(({ to }) => to),
    jobs.map((job) => (job.to === 'pending' ? null : job.outcome)),
    jobs.map((job) => (job.to === 'pending' ? null : job.detail)),
    jobs.map((job) => (job.to === 'pending' ? job.runAt : null)),
  ]);
}
