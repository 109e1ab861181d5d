import type { CallCost } from '../../domain/call.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';

export interface LateCosts {
  readonly workspaceId: string;
  readonly callId: string;
  readonly costs: readonly CallCost[];
}

const statement: Statement = {
  name: 'record_late_costs',
  text: `update calls set costs = $3::jsonb
    where workspace_id = $1 and id = $2 and end_reason = 'node_lost' and costs = '[]'::jsonb`,
};

/** Records the costs of a call that was ended as lost before they were known. Changes nothing if the call has costs. */
export async function recordLateCosts(
  db: Queryable,
  { workspaceId, callId, costs }: LateCosts,
): Promise<void> {
  await db.execute(statement, [workspaceId, callId, json(costs)]);
}
