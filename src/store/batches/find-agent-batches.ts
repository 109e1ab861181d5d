import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_agent_batches',
  text: `select id from batches where workspace_id = $1 and agent_id = $2
      and status in ('validating', 'scheduled', 'running', 'paused') order by id limit 5`,
};

/** Returns the ids of open batches of the agent; at most five. */
export async function findAgentBatches(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(statement, [workspaceId, agentId]);
  return rows.map(({ id }) => id);
}
