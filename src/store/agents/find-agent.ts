import type { Queryable, Statement } from '../queryable.ts';
import { agentColumns, type AgentRow } from './agent-row.ts';

const statement: Statement = {
  name: 'find_agent',
  text: `select ${agentColumns} from agents where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findAgent(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentRow | undefined> {
  return db.row<AgentRow>(statement, [workspaceId, agentId]);
}
