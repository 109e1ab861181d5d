import { applyDeltas, deltaCounters, recount, sumCounts, type RowCounters } from '../counters.ts';
import type { Scope } from '../database.ts';
import { Conditions } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Lists the agents, whose calls are recounted one after the other. */
const agents: Statement = {
  name: 'list_agents_with_calls',
  text: `select workspace_id as "workspaceId", id from agents
    union select workspace_id, agent_id from call_counts order by 1, 2`,
};

const callCounters: RowCounters = {
  counts: 'call_counts',
  deltas: 'call_changes',
  change: 'change',
  keys: 'workspace_id, agent_id, state, end_reason, direction',
  groupKey: 'agent_id',
  groups: agents,
  countRows: `select workspace_id, agent_id, state, coalesce(end_reason, '') as end_reason, direction, count(*)
    from calls where workspace_id = $1 and agent_id = $2 group by 1, 2, 3, 4, 5`,
  lockId: 7_249_011,
};

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
  return sumCounts(db, callCounters, conditions);
}

/** Applies the deltas of call counts. Returns false if another process is applying them. */
export const applyCallCountDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, deltaCounters(callCounters));

/** Recounts all calls and corrects the counts. Returns the number of wrong counts, which should be 0. Runs nightly. */
export const recountCalls = (system: Scope): Promise<number> => recount(system, callCounters);
