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

/** Values of the columns that lists filter by and other tables join on, in this order. */
export function extractedColumns(config: AgentConfig): readonly (string | null)[] {
  return [config.name, config.type, config.status, config.phoneNumber, config.flowId];
}
