import type { Queryable, Statement } from '../queryable.ts';
import {
  activeCallColumns,
  isActiveSql,
  type ActiveCallRow,
  type ActiveCallQuery,
} from './active-call-row.ts';

const statement: Statement = {
  name: 'find_active_call',
  text: `select ${activeCallColumns} from active_calls where workspace_id = $1 and room_name = $3 and ${isActiveSql}`,
  isLookup: true,
};

export function findActiveCall(
  db: Queryable,
  { workspaceId, ownNodeId, roomName }: ActiveCallQuery & { readonly roomName: string },
): Promise<ActiveCallRow | undefined> {
  return db.row<ActiveCallRow>(statement, [workspaceId, ownNodeId, roomName]);
}
