import type { Queryable, Statement } from '../store/queryable.ts';
import { jobsChannel } from './enqueue-job.ts';
import { waitingKinds } from './job-group.ts';
import type { JobLease } from './job.ts';

const statement: Statement = {
  name: 'complete_job',
  text: `with done as (
      delete from jobs where id = $1 and owner = $2 and attempts = $3 and state = 'running' returning group_id),
    freed as (
      update job_groups g set active = g.active - 1 from done where g.id = done.group_id returning g.id),
    notified as materialized (select pg_notify($4, kind) from (${waitingKinds}) kinds)
    select (select count(*) from notified) as notified from done`,
};

/** Deletes a completed job, releases its slot in its group, and notifies the workers of the jobs that wait for it. Returns false, and changes nothing, if the lease does not match. */
export async function completeJob(db: Queryable, lease: JobLease): Promise<boolean> {
  return (await db.row(statement, [lease.id, lease.owner, lease.attempt, jobsChannel])) !== undefined;
}
