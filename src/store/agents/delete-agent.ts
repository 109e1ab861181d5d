import type { Queryable, Statement } from '../queryable.ts';

/**
 * Refuses by itself while a call is under way: the agent's row is locked first, and a call of it can only be inserted
 * with a share of that lock (see insert-call.ts).
 */
const statement: Statement = {
  name: 'delete_agent',
  text: `delete from agents where workspace_id = $1 and id = $2`,
};

const lock: Statement = {
  name: 'lock_agent',
  text: `select id from agents where workspace_id = $1 and id = $2 for update`,
};

const inUse: Statement = {
  name: 'agent_in_use',
  text: `select exists (select from calls where workspace_id = $1 and agent_id = $2 and state <> 'ended') as "inUse"`,
};

interface WhichAgent {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Whether a call of the agent waits or is under way. */
export async function agentInUse(db: Queryable, { workspaceId, agentId }: WhichAgent): Promise<boolean> {
  const row = await db.row<{ inUse: boolean }>(inUse, [workspaceId, agentId]);
  return row!.inUse;
}

/** For good, with its versions; past calls stay. Call it in a transaction, so that no call begins in between. */
export async function deleteAgent(
  tx: Queryable,
  { workspaceId, agentId }: WhichAgent,
): Promise<'deleted' | 'in_use' | 'not_found'> {
  if ((await tx.row(lock, [workspaceId, agentId])) === undefined) return 'not_found';
  if (await agentInUse(tx, { workspaceId, agentId })) return 'in_use';
  await tx.execute(statement, [workspaceId, agentId]);
  return 'deleted';
}
