import { withoutNul, type Queryable, type Statement } from '../store/queryable.ts';
import { jobsChannel } from './enqueue-job.ts';
import { waitingKinds } from './job-group.ts';
import type { JobLease } from './job.ts';

export interface JobFailure extends JobLease {
  /** Reason for the operator. */
  readonly error: string;
  /** Delay before the next attempt; null after the last attempt. */
  readonly retryMs: number | null;
}

/** A null delay ($5) ends the job. Wakes the workers of the failed kind, and of the kinds that wait for the freed slot of its group. */
const statement: Statement = {
  name: 'fail_job',
  text: `with failed as (
      update jobs set state = case when $5::float8 is null then 'failed' else 'queued' end,
        run_at = case when $5::float8 is null then run_at else now() + $5::float8 * interval '1 ms' end,
        owner = null, lease_until = null, last_error = $4
      where id = $1 and owner = $2 and attempts = $3 and state = 'running' returning kind, group_id),
    freed as (
      update job_groups g set active = g.active - 1 from failed where g.id = failed.group_id returning g.id)
    select pg_notify($6, kind) from (select kind from failed union ${waitingKinds}) kinds`,
};

const maxErrorLength = 2_000;

/** Records a failed attempt. Returns false, and changes nothing, if the lease does not match. */
export async function failJob(db: Queryable, failure: JobFailure): Promise<boolean> {
  const row = await db.row(statement, [
    failure.id,
    failure.owner,
    failure.attempt,
    withoutNul(failure.error).slice(0, maxErrorLength),
    failure.retryMs,
    jobsChannel,
  ]);
  return row !== undefined;
}
