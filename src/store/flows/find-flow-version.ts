import type { FlowDefinition } from '../../domain/flow/flow.ts';
import type { Queryable, Statement } from '../queryable.ts';

export interface FlowVersionRow {
  readonly flowId: string;
  readonly version: number;
  readonly definition: FlowDefinition;
  readonly createdAt: Date;
}

const statement: Statement = {
  name: 'find_flow_version',
  text: `select flow_id as "flowId", version, definition, created_at as "createdAt" from flow_versions
    where workspace_id = $1 and flow_id = $2 and version = $3`,
};

/** Returns a version of a flow. A call uses the version with which it started until its end. */
export function findFlowVersion(
  db: Queryable,
  key: { readonly workspaceId: string; readonly flowId: string; readonly version: number },
): Promise<FlowVersionRow | undefined> {
  return db.row<FlowVersionRow>(statement, [key.workspaceId, key.flowId, key.version]);
}
