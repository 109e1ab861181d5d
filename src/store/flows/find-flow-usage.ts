import type { Queryable, Statement } from '../queryable.ts';

/** Maximum number of ids per kind. */
const idsMax = 5;

/** Uses only the indexes on flow_id of agents and of calls. */
const statement: Statement = {
  name: 'find_flow_usage',
  text: `with usage as (
      select 'agent' as kind, id from agents where workspace_id = $1 and flow_id = $2
      union all
      select 'call', id from calls where workspace_id = $1 and flow_id = $2 and state <> 'ended')
    select count(*) filter (where kind = 'agent')::int as "agentCount",
      count(*) filter (where kind = 'call')::int as "callCount",
      coalesce((array_agg(id order by id) filter (where kind = 'agent'))[1:${idsMax}], '{}') as "agentIds",
      coalesce((array_agg(id order by id) filter (where kind = 'call'))[1:${idsMax}], '{}') as "callIds"
    from usage`,
};

/** Counts of the agents that have a flow and of the open calls that run any of its versions, with the ids of the first five of each. */
export interface FlowUsage {
  readonly agentCount: number;
  readonly callCount: number;
  readonly agentIds: readonly string[];
  readonly callIds: readonly string[];
}

export async function findFlowUsage(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<FlowUsage> {
  return (await db.row<FlowUsage>(statement, [workspaceId, flowId]))!;
}
