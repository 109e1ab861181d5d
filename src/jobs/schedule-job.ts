import { json, type Queryable, type Statement } from '../store/queryable.ts';
import { jobsChannel, type NewJob } from './enqueue-job.ts';

/** Workers are notified when the transaction is committed. */
const statement: Statement = {
  name: 'schedule_job',
  text: `with scheduled as (
      insert into jobs (workspace_id, kind, key, run_at, payload) values ($1, $2, $3, coalesce($4, now()), $5)
      on conflict (kind, key) where key is not null and state in ('queued', 'running') do update
        set run_at = excluded.run_at, payload = excluded.payload where jobs.state = 'queued'
      returning id)
    select pg_notify($6, $2) from scheduled`,
};

/**
 * Adds a job. If a job of its kind and key is queued, moves that job to `runAt` and replaces its payload instead. If one is running, does
 * nothing: the running job sees the changes of this transaction only if both lock the same row.
 */
export async function scheduleJob(
  tx: Queryable,
  job: Omit<NewJob, 'groupId'> & { readonly key: string },
): Promise<void> {
  await tx.write(statement, [
    job.workspaceId,
    job.kind,
    job.key,
    job.runAt,
    json(job.payload ?? null) ?? 'null',
    jobsChannel,
  ]);
}
