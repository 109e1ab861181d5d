import { json, type Queryable, type Statement } from '../store/queryable.ts';

/** Told whenever work was added, or a full group has room again. */
export const jobsChannel = 'parley_jobs';

export interface NewJob {
  readonly kind: string;
  readonly payload: unknown;
  /** Null: the program's own work; then `tx` is the system's. */
  readonly workspaceId: string | null;
  /** Left out: at once. */
  readonly runAt?: Date | undefined;
  /** While a job of this kind and key waits or runs, there is no second. */
  readonly key?: string | undefined;
  /** A group made by `setJobGroup`: no more of its jobs run at once than it allows. */
  readonly groupId?: string | undefined;
}

/** Workers hear of it when the transaction is committed. */
const statement: Statement = {
  name: 'enqueue_job',
  text: `with added as (
      insert into jobs (workspace_id, kind, key, group_id, run_at, payload)
      values ($1, $2, $3, $4, coalesce($5, now()), $6)
      on conflict (kind, key) where key is not null and state in ('queued', 'running') do nothing
      returning id)
    select id, pg_notify($7, '') from added`,
};

/** The job's number; undefined when one with its key waits or runs already. */
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
