import type { Queryable, Statement } from '../queryable.ts';
import { flowColumns, type FlowRow } from './flow-row.ts';

const statement: Statement = {
  name: 'find_flow',
  text: `select ${flowColumns} from flows flow where workspace_id = $1 and id = $2`,
  isLookup: true,
};

/** Returns a flow in its newest version. */
export function findFlow(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
): Promise<FlowRow | undefined> {
  return db.row<FlowRow>(statement, [workspaceId, flowId]);
}
