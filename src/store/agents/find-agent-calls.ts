import type { Queryable, Statement } from '../queryable.ts';

/** Maximum number of ids. */
const idsMax = 5;

const statement: Statement = {
  name: 'find_agent_calls',
  text: `select count(*)::int as "callCount", coalesce((array_agg(id order by id))[1:${idsMax}], '{}') as "callIds"
    from calls where workspace_id = $1 and agent_id = $2 and state <> 'ended'`,
};

/** Number of open calls of an agent, and the ids of the first five. */
export interface AgentCalls {
  readonly callCount: number;
  readonly callIds: readonly string[];
}

export async function findAgentCalls(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentCalls> {
  return (await db.row<AgentCalls>(statement, [workspaceId, agentId]))!;
}
