import type { FlowDefinition } from '../../domain/flow/flow.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { WhichBatch } from './batch-row.ts';

/** Two ends of an index tell between which versions they are: of a million calls it reads two. */
const statement: Statement = {
  name: 'list_flows_called',
  text: `with ends as (
      (select flow_id, flow_version from calls where workspace_id = $1 and batch_id = $2
        order by created_at desc, id desc limit 1)
      union all
      (select flow_id, flow_version from calls where workspace_id = $1 and batch_id = $2
        order by created_at, id limit 1)),
    spans as (select flow_id as id, min(flow_version) as first, max(flow_version) as last from ends group by flow_id)
    select definition from flow_versions join spans on flow_id = spans.id and version between first and last
    where workspace_id = $1 order by flow_id, version limit 100`,
};

/** The flows that the batch's calls went by, from that of the first to that of the last. */
export async function listFlowsCalled(
  db: Queryable,
  { workspaceId, batchId }: WhichBatch,
): Promise<FlowDefinition[]> {
  const rows = await db.rows<{ definition: FlowDefinition }>(statement, [workspaceId, batchId]);
  return rows.map(({ definition }) => definition);
}
