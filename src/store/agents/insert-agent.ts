import type { AgentConfig } from '../../domain/agent.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { agentColumns, extractedColumns, type AgentRow } from './agent-row.ts';

export interface NewAgentRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly config: AgentConfig;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_agent',
  text: `with made as (
      insert into agents (id, workspace_id, config, created_at, updated_at, version,
        name, type, status, phone_number, flow_id)
      values ($1, $2, $3, $4, $4, 1, $5, $6, $7, $8, $9) returning *),
    kept as (
      insert into agent_versions (workspace_id, agent_id, version, config, created_at)
      select workspace_id, id, version, config, created_at from made)
    select ${agentColumns} from made`,
};

export async function insertAgent(db: Queryable, agent: NewAgentRow): Promise<AgentRow> {
  const row = await db.row<AgentRow>(statement, [
    agent.id,
    agent.workspaceId,
    json(agent.config),
    agent.at,
    ...extractedColumns(agent.config),
  ]);
  return row!;
}
