import { json, type Queryable, type Statement } from '../store/queryable.ts';

/**
 * Notified when jobs are added, rescheduled, retried or rescued, when a slot of a group is released, and when the cap of a
 * group changes. The payload is the kind of the job, or empty if it may be any kind.
 */
export const jobsChannel = 'parley_jobs';

export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  /** Null for system jobs; `tx` must then be in the system scope. */
  readonly workspaceId: string | null;
  /** Defaults to now. */
  readonly runAt?: Date | undefined;
  /** While a job of this kind and key is queued or running, no other is added. */
  readonly key?: string | undefined;
  /** A group created by `setJobGroup`, which limits how many of its jobs run at once. */
  readonly groupId?: string | undefined;
}

/** Workers are notified when the transaction is committed. */
const statement: Statement = {
  name: 'enqueue_job',
  text: `with added as (
      insert into jobs (workspace_id, kind, key, group_id, run_at, payload)
      values ($1, $2, $3, $4, coalesce($5, now()), $6)
      on conflict (kind, key) where key is not null and state in ('queued', 'running') do nothing
      returning id)
    select id, pg_notify($7, $2) from added`,
};

/** Adds a job. Returns its id, or `undefined` if a job with its kind and key is queued or running. */
export async function enqueueJob(tx: Queryable, job: NewJob): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(statement, [
    job.workspaceId,
    job.kind,
    job.key,
    job.groupId,
    job.runAt,
    json(job.payload ?? null) ?? 'null',
    jobsChannel,
  ]);
  return row?.id;
}

const statementOfMany: Statement = {
  name: 'enqueue_jobs',
  text: `with added as (
      insert into jobs (workspace_id, kind, key, group_id, run_at, payload)
      select workspace_id, kind, key, group_id, coalesce(run_at, now()), payload
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::jsonb[])
        as job (workspace_id, kind, key, group_id, run_at, payload)
      on conflict (kind, key) where key is not null and state in ('queued', 'running') do nothing
      returning kind)
    select pg_notify($7, kind) from (select distinct kind from added) kinds`,
};

/** Adds jobs like `enqueueJob`, in one statement. */
export async function enqueueJobs(tx: Queryable, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await tx.write(statementOfMany, [
    jobs.map(({ workspaceId }) => workspaceId),
    jobs.map(({ kind }) => kind),
    jobs.map(({ key }) => key ?? null),
    jobs.map(({ groupId }) => groupId ?? null),
    jobs.map(({ runAt }) => runAt ?? null),
    jobs.map(({ payload }) => json(payload ?? null) ?? 'null'),
    jobsChannel,
  ]);
}
