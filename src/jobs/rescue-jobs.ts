import type { Queryable, Statement } from '../store/queryable.ts';
import { jobsChannel } from './enqueue-job.ts';
import type { Job } from './job.ts';

/** Rule for the jobs of one kind whose worker died. */
export interface RescueRule {
  readonly kind: string;
  readonly onWorkerLost: 'retry' | 'unknown';
  readonly maxAttempts: number;
}

export type RescuedJob = Job & { readonly state: 'queued' | 'unknown' | 'failed' };

const statement: Statement = {
  name: 'rescue_jobs',
  text: `with rule as (select * from unnest($1::text[], $2::bool[], $3::int[]) as rule (kind, retry, max_attempts)),
    lost as materialized (
      select id from jobs where state = 'running' and lease_until < now() and kind = any($1)
      order by lease_until limit 1000 for update skip locked),
    rescued as (
      update jobs set owner = null, lease_until = null, run_at = now(), last_error = 'The worker died.',
        state = case when not rule.retry then 'unknown' when attempts >= rule.max_attempts then 'failed' else 'queued' end
      from lost, rule where jobs.id = lost.id and rule.kind = jobs.kind
      returning jobs.id, jobs.kind, workspace_id, key, payload, attempts, jobs.state, group_id),
    freed as (
      update job_groups g set active = g.active - gone.jobs
      from (select group_id, count(*)::int as jobs from rescued where group_id is not null group by group_id) gone
      where g.id = gone.group_id),
    notified as (select pg_notify($4, '') from rescued limit 1)
    select id, kind, workspace_id as "workspaceId", key, payload, attempts as attempt, state
    from rescued left join notified on true`,
};

/** Rescues the jobs of dead workers, at most 1,000 per call, by the rule of their kind. Returns these jobs with their new state. */
export function rescueJobs(db: Queryable, rules: readonly RescueRule[]): Promise<RescuedJob[]> {
  return db.rows<RescuedJob>(statement, [
    rules.map((rule) => rule.kind),
    rules.map((rule) => rule.onWorkerLost === 'retry'),
    rules.map((rule) => rule.maxAttempts),
    jobsChannel,
  ]);
}
