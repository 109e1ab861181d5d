import type { Queryable, Statement } from '../queryable.ts';
import {
  activeCallColumns,
  isActiveSql,
  type ActiveCallRow,
  type ActiveCallQuery,
} from './active-call-row.ts';

const statement: Statement = {
  name: 'list_active_calls',
  text: `select ${activeCallColumns} from active_calls where workspace_id = $1 and ${isActiveSql}
    order by started_at desc, call_id desc limit 10000`,
};

/** Lists active calls, newest first; at most 10,000, the limit of the largest plan. */
export function listActiveCalls(
  db: Queryable,
  { workspaceId, ownNodeId }: ActiveCallQuery,
): Promise<ActiveCallRow[]> {
  return db.rows<ActiveCallRow>(statement, [workspaceId, ownNodeId]);
}
