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
  text: `with inserted as (
      insert into flows (id, workspace_id, name, type, status, version, created_at, updated_at)
      values ($1, $2, $3, $4, $5, 1, $7, $7) returning workspace_id, id, version, created_at)
    insert into flow_versions (workspace_id, flow_id, version, definition, created_at)
    select workspace_id, id, version, $6::jsonb, created_at from inserted`,
};

/** Inserts a flow and returns its row as it is after the commit. */
export async function insertFlow(
  db: Queryable,
  { id, workspaceId, definition, at }: NewFlowRow,
): Promise<FlowRow> {
  const { name, type, status } = definition;
  await db.write(statement, [id, workspaceId, name, type, status, json(definition), at]);
  return { id, workspaceId, version: 1, definition, createdAt: at, updatedAt: at };
}
