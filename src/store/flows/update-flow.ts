import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import type { FlowRow } from './flow-row.ts';

export interface FlowChange {
  readonly workspaceId: string;
  readonly flowId: string;
  /** The version that `definition` is based on. */
  readonly version: number;
  readonly definition: FlowDefinition;
  readonly at: Date;
}

const statement: Statement = {
  name: 'update_flow',
  text: `with changed as (
      update flows set name = $4, status = $5, version = version + 1, updated_at = $7
      where workspace_id = $1 and id = $2 and version = $3 returning *),
    added as (
      insert into flow_versions (workspace_id, flow_id, version, definition, created_at)
      select workspace_id, id, version, $6::jsonb, updated_at from changed returning definition)
    select changed.id, changed.workspace_id as "workspaceId", changed.version, added.definition,
      changed.created_at as "createdAt", changed.updated_at as "updatedAt" from changed, added`,
};

/** Inserts a new version of a flow. Returns undefined if the flow was deleted or changed since `version`. */
export function updateFlow(db: Queryable, change: FlowChange): Promise<FlowRow | undefined> {
  const { name, status } = change.definition;
  return db.row<FlowRow>(statement, [
    change.workspaceId,
    change.flowId,
    change.version,
    name,
    status,
    json(change.definition),
    change.at,
  ]);
}
