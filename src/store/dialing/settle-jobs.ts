import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { DueJob } from './find-due-jobs.ts';

/** New state of a job that is not dialed now. */
export type SettledJob = Pick<DueJob, 'ctid'> &
  /** `pending`: deferred to its calling hours. `detail` is set if the hours never allow the job; `runAt` is then the next check. */
  (
    | { readonly to: 'pending'; readonly runAt: Date; readonly detail: string | null }
    | { readonly to: 'skipped'; readonly outcome: JobOutcome; readonly detail: string }
    | { readonly to: 'failed'; readonly outcome: JobOutcome; readonly detail: string }
  );

/**
 * Finds jobs by ctid: without statistics, the planner assumes that a new batch is small, and would read all of it.
 */
const statement: Statement = {
  name: 'settle_batch_jobs',
  text: `update batch_jobs job set status = settled.status, outcome = coalesce(settled.outcome, job.outcome),
      detail = case when settled.status = 'pending' then job.detail else settled.detail end,
      put_off_detail = case when settled.status = 'pending' then settled.detail end,
      run_at = coalesce(settled.run_at, job.run_at), updated_at = $2,
      skip_reason = case when settled.status = 'skipped' then 'suppressed' end,
      ended_at = case when settled.status <> 'pending' then $2::timestamptz end,
      put_off_by = case when settled.status = 'pending' then $8::integer end
    from unnest($3::tid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
      as settled (tid, status, outcome, detail, run_at)
    where job.workspace_id = $1 and job.ctid = settled.tid`,
};

export interface SettleTerms {
  readonly workspaceId: string;
  readonly at: Date;
  /** Version of the calling hours that the decision used. */
  readonly hoursVersion: number;
}

/** Updates jobs in the transaction that locked them and their batch. */
export async function settleJobs(
  tx: Queryable,
  { workspaceId, at, hoursVersion }: SettleTerms,
  jobs: readonly SettledJob[],
): Promise<void> {
  await tx.execute(statement, [
    workspaceId,
    at,
    jobs.map(({ ctid }) => ctid),
    jobs.map(({ to }) => to),
    jobs.map((job) => (job.to === 'pending' ? null : job.outcome)),
    jobs.map(({ detail }) => detail),
    jobs.map((job) => (job.to === 'pending' ? job.runAt : null)),
    hoursVersion,
  ]);
}
