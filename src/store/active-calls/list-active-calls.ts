import type { Queryable, Statement } from '../queryable.ts';
import {
  activeCallColumns,
  stillActive,
  type ActiveCallRow,
  type ActiveCallsWanted,
} from './active-call-row.ts';

const statement: Statement = {
  name: 'list_active_calls',
  text: `select ${activeCallColumns} from active_calls where workspace_id = $1 and ${stillActive}
    order by started_at desc, call_id desc limit 10000`,
};

/** Newest first; at most 10,000, the largest plan's limit. */
export function listActiveCalls(
  db: Queryable,
  { workspaceId, nodeId }: ActiveCallsWanted,
): Promise<ActiveCallRow[]> {
  return db.rows<ActiveCallRow>(statement, [workspaceId, nodeId]);
}
