import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'delete_agent',
  text: `delete from agents where workspace_id = $1 and id = $2`,
};

/** Blocks new calls of the agent, which need a key-share lock on its row (see insert-call.ts). */
const lock: Statement = {
  name: 'lock_agent',
  text: `select id from agents where workspace_id = $1 and id = $2 for update`,
};

const inUse: Statement = {
  name: 'agent_in_use',
  text: `select exists (select from calls where workspace_id = $1 and agent_id = $2 and state <> 'ended') as "inUse"`,
};

interface AgentKey {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Returns whether the agent has an open call. */
export async function isAgentInUse(db: Queryable, { workspaceId, agentId }: AgentKey): Promise<boolean> {
  const row = await db.row<{ inUse: boolean }>(inUse, [workspaceId, agentId]);
  return row!.inUse;
}

/**
 * Deletes an agent with its versions, unless it has an open call. Calls that have ended are not deleted. Requires a
 * transaction, so that no call starts between the check and the deletion.
 */
export async function deleteAgent(
  tx: Queryable,
  { workspaceId, agentId }: AgentKey,
): Promise<'deleted' | 'in_use' | 'not_found'> {
  if ((await tx.row(lock, [workspaceId, agentId])) === undefined) return 'not_found';
  if (await isAgentInUse(tx, { workspaceId, agentId })) return 'in_use';
  await tx.execute(statement, [workspaceId, agentId]);
  return 'deleted';
}
