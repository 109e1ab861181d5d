import type { FlowDefinition } from '../../domain/flow/flow.ts';

export interface FlowRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly version: number;
  readonly definition: FlowDefinition;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const definition = `(select definition from flow_versions v where v.flow_id = flow.id and v.version = flow.version)`;

/** Columns of a table or a common table expression with the alias `flow`. */
export const flowColumns = `id, workspace_id as "workspaceId", version, ${definition} as definition,
  created_at as "createdAt", updated_at as "updatedAt"`;
