import type { Queryable, Statement } from '../queryable.ts';
import { callDetailColumns, type CallDetailRow } from './call-row.ts';

const statement: Statement = {
  name: 'find_call',
  text: `select ${callDetailColumns} from calls where workspace_id = $1 and id = $2`,
};

export function findCall(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<CallDetailRow | undefined> {
  return db.row<CallDetailRow>(statement, [workspaceId, callId]);
}
