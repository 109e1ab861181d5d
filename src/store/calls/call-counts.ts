import { applyDeltas, type DeltaCounters, recount } from '../apply-deltas.ts';
import type { Scope } from '../database.ts';
import { Conditions } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { sumCounts } from '../sum-counts.ts';

/** Filters for which counters of calls exist. An undefined filter matches all calls. */
export interface CountedCallFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly endReason?: string | undefined;
  readonly direction?: string | undefined;
}

/** Returns the number of calls that match the filters, from the counters. */
export function countCalls(db: Queryable, filters: CountedCallFilters): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('state = ?', filters.status)
    .add('end_reason = ?', filters.endReason)
    .add('direction = ?', filters.direction);
  return sumCounts(db, { counts: 'call_counts', deltas: 'call_changes', change: 'change' }, conditions);
}

const keys = 'workspace_id, agent_id, state, end_reason, direction';

/** Sums deltas first: most deltas of a call cancel out, such as entering and leaving `ringing`. */
const apply: Statement = {
  name: 'apply_call_count_deltas',
  text: `with taken as (
      delete from call_changes where ctid = any(array(select ctid from call_changes limit $1)) returning *),
    updated as (
      insert into call_counts (${keys}, count)
      select ${keys}, sum(change)::bigint from taken group by ${keys} having sum(change) <> 0
      on conflict (${keys}) do update set count = call_counts.count + excluded.count)
    select count(*)::float8 as deltas from taken`,
};

const callCounts: DeltaCounters = { lockId: 7_249_011, apply };

/** Applies the deltas of call counts. Returns false if another process is applying them. */
export const applyCallCountDeltas = (system: Scope): Promise<boolean> => applyDeltas(system, callCounts);

/** Lists the agents, whose calls are recounted one after the other. */
const agents: Statement = {
  name: 'list_agents_with_calls',
  text: `select workspace_id as "workspaceId", id from agents
    union select workspace_id, agent_id from call_counts order by 1, 2`,
};

const correct: Statement = {
  name: 'correct_call_counts',
  text: `with wrong as (
      select ${keys}, sum(actual)::bigint as count from (
        select workspace_id, agent_id, state, coalesce(end_reason, '') as end_reason, direction, count(*) as actual, 0 as kept
        from calls where workspace_id = $1 and agent_id = $2 group by 1, 2, 3, 4, 5
        union all
        select ${keys}, 0, count from call_counts where workspace_id = $1 and agent_id = $2) as both_counts
      group by ${keys} having sum(actual) <> sum(kept)),
    written as (
      insert into call_counts (${keys}, count) select ${keys}, count from wrong
      on conflict (${keys}) do update set count = excluded.count)
  select count(*)::float8 as wrong from wrong`,
};

/** Recounts all calls and corrects the counts. Returns the number of wrong counts, which should be 0. Runs nightly. */
export const recountCalls = (system: Scope): Promise<number> =>
  recount(system, callCounts, { groups: agents, correct });
