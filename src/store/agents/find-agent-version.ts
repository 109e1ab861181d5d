import type { AgentConfig } from '../../domain/agent.ts';
import type { Queryable, Statement } from '../queryable.ts';

export interface AgentVersionRow {
  readonly agentId: string;
  readonly version: number;
  readonly config: AgentConfig;
  readonly createdAt: Date;
}

const statement: Statement = {
  name: 'find_agent_version',
  text: `select agent_id as "agentId", version, config, created_at as "createdAt" from agent_versions
    where workspace_id = $1 and agent_id = $2 and version = $3`,
};

/** Returns a version of an agent. A call uses the version with which it started until its end. */
export function findAgentVersion(
  db: Queryable,
  key: { readonly workspaceId: string; readonly agentId: string; readonly version: number },
): Promise<AgentVersionRow | undefined> {
  return db.row<AgentVersionRow>(statement, [key.workspaceId, key.agentId, key.version]);
}
