import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import type { FlowRow } from './flow-row.ts';

export interface NewFlowRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly definition: FlowDefinition;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_flow',
  text: `with made as (
      insert into flows (id, workspace_id, name, type, status, version, created_at, updated_at)
      values ($1, $2, $3, $4, $5, 1, $7, $7) returning *),
    kept as (
      insert into flow_versions (workspace_id, flow_id, version, definition, created_at)
      select workspace_id, id, version, $6::jsonb, created_at from made returning definition)
    select made.id, made.workspace_id as "workspaceId", made.version, kept.definition,
      made.created_at as "createdAt", made.updated_at as "updatedAt" from made, kept`,
};

export async function insertFlow(db: Queryable, flow: NewFlowRow): Promise<FlowRow> {
  const { name, type, status } = flow.definition;
  const row = await db.row<FlowRow>(statement, [
    flow.id,
    flow.workspaceId,
    name,
    type,
    status,
    json(flow.definition),
    flow.at,
  ]);
  return row!;
}
