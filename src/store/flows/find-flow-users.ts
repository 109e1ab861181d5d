import type { Queryable, Statement } from '../queryable.ts';

/** How many of each kind are named. */
const namedMax = 5;

/** The indexes on flow_id of agents and of calls give both without a look at anything else. */
const statement: Statement = {
  name: 'find_flow_users',
  text: `with users as (
      select 'agent' as kind, id from agents where workspace_id = $1 and flow_id = $2
      union all
      select 'call', id from calls where workspace_id = $1 and flow_id = $2 and state <> 'ended')
    select count(*) filter (where kind = 'agent')::int as agents,
      count(*) filter (where kind = 'call')::int as calls,
      coalesce((array_agg(id order by id) filter (where kind = 'agent'))[1:${namedMax}], '{}') as "agentIds",
      coalesce((array_agg(id order by id) filter (where kind = 'call'))[1:${namedMax}], '{}') as "callIds"
    from users`,
};

/** What uses a flow: agents that have it, and calls that wait or are under way on any version. Of each the first five by id. */
export interface FlowUsers {
  readonly agents: number;
  readonly calls: number;
  readonly agentIds: readonly string[];
  readonly callIds: readonly string[];
}

export async function findFlowUsers(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<FlowUsers> {
  return (await db.row<FlowUsers>(statement, [workspaceId, flowId]))!;
}
