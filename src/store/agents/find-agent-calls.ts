import type { Queryable, Statement } from '../queryable.ts';

/** How many are named. */
const namedMax = 5;

const statement: Statement = {
  name: 'find_agent_calls',
  text: `select count(*)::int as calls, coalesce((array_agg(id order by id))[1:${namedMax}], '{}') as "callIds"
    from calls where workspace_id = $1 and agent_id = $2 and state <> 'ended'`,
};

/** Calls of an agent that wait or are under way; the first five by id. */
export interface AgentCalls {
  readonly calls: number;
  readonly callIds: readonly string[];
}

export async function findAgentCalls(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentCalls> {
  return (await db.row<AgentCalls>(statement, [workspaceId, agentId]))!;
}
