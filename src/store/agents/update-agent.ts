import type { AgentConfig } from '../../domain/agent.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { agentColumns, extractedColumns, type AgentRow } from './agent-row.ts';

export interface AgentChange {
  readonly workspaceId: string;
  readonly agentId: string;
  /** The version that `config` is based on. */
  readonly version: number;
  readonly config: AgentConfig;
  readonly at: Date;
}

const statement: Statement = {
  name: 'update_agent',
  text: `with changed as (
      update agents set config = $4, updated_at = $5, version = version + 1,
        name = $6, type = $7, status = $8, phone_number = $9, flow_id = $10
      where workspace_id = $1 and id = $2 and version = $3 returning *),
    versions as (
      insert into agent_versions (workspace_id, agent_id, version, config, created_at)
      select workspace_id, id, version, config, updated_at from changed)
    select ${agentColumns} from changed`,
};

/**
 * Updates an agent. Returns undefined if it was deleted or changed since `version`: the caller must read it and apply
 * its change again.
 */
export function updateAgent(db: Queryable, change: AgentChange): Promise<AgentRow | undefined> {
  return db.row<AgentRow>(statement, [
    change.workspaceId,
    change.agentId,
    change.version,
    json(change.config),
    change.at,
    ...extractedColumns(change.config),
  ]);
}
