import type { Queryable, Statement } from '../store/queryable.ts';
import { jobsChannel } from './enqueue-job.ts';

export interface JobGroup {
  readonly id: string;
  readonly workspaceId: string;
  /** Maximum number of concurrent jobs of the group. */
  readonly cap: number;
}

/**
 * Selects the kinds of the first queued jobs of the groups in `freed`, whose workers may sleep because the groups had no free slot. A job that is enqueued later notifies its workers
 * itself.
 */
export const waitingKinds = `select distinct waiting.kind
  from freed, lateral (select kind from jobs where group_id = freed.id and state = 'queued'
    order by run_at, id limit 32) waiting`;

const set: Statement = {
  name: 'set_job_group',
  text: `with saved as (
      insert into job_groups (id, workspace_id, cap) values ($1, $2, $3)
      on conflict (id) do update set cap = excluded.cap returning id)
    select id, pg_notify($4, '') from saved`,
};

const lock: Statement = {
  name: 'lock_job_groups',
  text: `select from job_groups order by id for update`,
};

const recount: Statement = {
  name: 'recount_job_groups',
  text: `with counted as (
      select g.id, count(j.id)::int as running
      from job_groups g left join jobs j on j.group_id = g.id and j.state = 'running' group by g.id)
    update job_groups g set active = counted.running from counted
    where g.id = counted.id and g.active <> counted.running`,
};

/** Creates a group or changes its cap. Running jobs are not affected. */
export async function setJobGroup(db: Queryable, group: JobGroup): Promise<void> {
  await db.execute(set, [group.id, group.workspaceId, group.cap, jobsChannel]);
}

/** Sets the counter of every group to the number of its running jobs. Returns the number of wrong counters. Requires a system transaction; runs nightly. */
export async function recountJobGroups(tx: Queryable): Promise<number> {
  await tx.execute(lock);
  return tx.execute(recount);
}
