import type { FlowDefinition } from '../../domain/flow/flow.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { BatchKey } from './batch-row.ts';

/** Reads only the first and the last call from an index. Their flow versions bound the range. */
const statement: Statement = {
  name: 'list_called_flows',
  text: `with ends as (
      (select flow_id, flow_version from calls where workspace_id = $1 and batch_id = $2
        order by created_at desc, id desc limit 1)
      union all
      (select flow_id, flow_version from calls where workspace_id = $1 and batch_id = $2
        order by created_at, id limit 1)),
    versions as (select flow_id as id, min(flow_version) as first, max(flow_version) as last from ends group by flow_id)
    select definition from flow_versions join versions on flow_id = versions.id and version between first and last
    where workspace_id = $1 order by flow_id, version limit 100`,
};

/** Returns the flow versions from the version of the batch's first call to the version of its last call; at most 100. */
export async function listCalledFlows(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<FlowDefinition[]> {
  const rows = await db.rows<{ definition: FlowDefinition }>(statement, [workspaceId, batchId]);
  return rows.map(({ definition }) => definition);
}
