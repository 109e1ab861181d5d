import { applyDeltas, deltaCounters, recount, sumCounts, type RowCounters } from '../counters.ts';
import type { Scope } from '../database.ts';
import { Conditions } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Lists the agents, whose dispositions are recounted one after the other; the empty agent has the dispositions without one. */
const agents: Statement = {
  name: 'list_agents_with_dispositions',
  text: `select workspace_id as "workspaceId", id from agents
    union select id, '' from workspaces
    union select workspace_id, agent_id from disposition_counts order by 1, 2`,
};

const dispositionCounters: RowCounters = {
  counts: 'disposition_counts',
  deltas: 'disposition_count_deltas',
  change: 'delta',
  keys: 'workspace_id, agent_id, agent_name, disposition, status, attempt',
  groupKey: 'agent_id',
  groups: agents,
  countRows: `select workspace_id, coalesce(agent_id, '') as agent_id, coalesce(agent_name, '') as agent_name, disposition, status, attempt, count(*)
    from (
      select * from dispositions where workspace_id = $1 and agent_id = $2
      union all
      select * from dispositions where $2 = '' and workspace_id = $1 and agent_id is null) as disposition
    group by 1, 2, 3, 4, 5, 6`,
  lockId: 7_249_010,
};

/** Filters for which counters of dispositions exist. An undefined filter matches all dispositions. */
export interface CountedDispositionFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  readonly disposition?: string | undefined;
  readonly attempt?: number | undefined;
}

/** Returns the number of dispositions that match the filters, from the counters. */
export function countDispositions(db: Queryable, filters: CountedDispositionFilters): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('disposition = ?', filters.disposition)
    .add('attempt = ?', filters.attempt);
  return sumCounts(db, dispositionCounters, conditions);
}

/** Dispositions and agent names of a workspace that contain a text. */
export interface MatchingNames {
  readonly dispositions: readonly string[];
  readonly agentNames: readonly string[];
}

const names: Statement = {
  name: 'find_disposition_names',
  text: `select coalesce(array_agg(distinct disposition) filter (where disposition ilike $2), '{}') as dispositions,
      coalesce(array_agg(distinct agent_name) filter (where agent_name ilike $2), '{}') as "agentNames"
    from (
      select disposition, agent_name from disposition_counts where workspace_id = $1
      union all
      select disposition, agent_name from disposition_count_deltas where workspace_id = $1) as name`,
};

/** Returns the dispositions and agent names in the counters that match the ILIKE pattern. */
export async function findMatchingNames(
  db: Queryable,
  workspaceId: string,
  pattern: string,
): Promise<MatchingNames> {
  return (await db.row<MatchingNames>(names, [workspaceId, pattern]))!;
}

/** Applies the deltas of disposition counts. Returns false if another process is applying them. */
export const applyDispositionCountDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, deltaCounters(dispositionCounters));

/** Recounts all dispositions and corrects the counts. Returns the number of wrong counts, which should be 0. Runs nightly. */
export const recountDispositions = (system: Scope): Promise<number> => recount(system, dispositionCounters);
