import type { AgentConfig } from '../../domain/agent.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { extractedColumns, type AgentRow } from './agent-row.ts';

export interface NewAgentRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly config: AgentConfig;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_agent',
  text: `with inserted as (
      insert into agents (id, workspace_id, config, created_at, updated_at, version,
        name, type, status, phone_number, flow_id)
      values ($1, $2, $3, $4, $4, 1, $5, $6, $7, $8, $9) returning workspace_id, id, version, config, created_at)
    insert into agent_versions (workspace_id, agent_id, version, config, created_at) table inserted`,
};

/** Inserts an agent and returns its row as it is after the commit. */
export async function insertAgent(
  db: Queryable,
  { id, workspaceId, config, at }: NewAgentRow,
): Promise<AgentRow> {
  await db.write(statement, [id, workspaceId, json(config), at, ...extractedColumns(config)]);
  return { id, workspaceId, version: 1, config, createdAt: at, updatedAt: at };
}
