import { storable, type Queryable, type Statement } from '../store/queryable.ts';
import { jobsChannel } from './enqueue-job.ts';
import type { Hold } from './job.ts';

export interface Failure extends Hold {
  /** For the operator. */
  readonly error: string;
  /** Null: this was the last attempt. */
  readonly retryMs: number | null;
}

const statement: Statement = {
  name: 'fail_job',
  text: `with failed as (
      update jobs set state = case when $5::float8 is null then 'failed' else 'queued' end,
        run_at = case when $5::float8 is null then run_at else now() + $5::float8 * interval '1 ms' end,
        owner = null, lease_until = null, last_error = $4
      where id = $1 and owner = $2 and attempts = $3 and state = 'running' returning group_id),
    freed as (
      update job_groups g set active = g.active - 1 from failed where g.id = failed.group_id returning id)
    select pg_notify($6, '') from failed`,
};

const errorCharactersMax = 2_000;

/** Whether it was ours to fail; if not, nothing was changed. */
export async function failJob(db: Queryable, failure: Failure): Promise<boolean> {
  const row = await db.row(statement, [
    failure.id,
    failure.owner,
    failure.attempt,
    storable(failure.error).slice(0, errorCharactersMax),
    failure.retryMs,
    jobsChannel,
  ]);
  return row !== undefined;
}
