import type { AgentConfig } from '../../domain/agent.ts';

export interface AgentRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly version: number;
  readonly config: AgentConfig;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const agentColumns = `id, workspace_id as "workspaceId", version, config, created_at as "createdAt",
  updated_at as "updatedAt"`;

/** Returns the values of the columns name, type, status, phone_number and flow_id, which lists and joins use. */
export function extractedColumns(config: AgentConfig): readonly (string | null)[] {
  return [config.name, config.type, config.status, config.phoneNumber, config.flowId];
}
