import type { Queryable, Statement } from '../queryable.ts';
import {
  activeCallColumns,
  stillActive,
  type ActiveCallRow,
  type ActiveCallsWanted,
} from './active-call-row.ts';

const statement: Statement = {
  name: 'find_active_call',
  text: `select ${activeCallColumns} from active_calls where workspace_id = $1 and room_name = $3 and ${stillActive}`,
  isLookup: true,
};

export function findActiveCall(
  db: Queryable,
  { workspaceId, nodeId, roomName }: ActiveCallsWanted & { readonly roomName: string },
): Promise<ActiveCallRow | undefined> {
  return db.row<ActiveCallRow>(statement, [workspaceId, nodeId, roomName]);
}
