import type { Queryable, Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

const statement: Statement = {
  name: 'find_message',
  text: `select ${messageColumns} from messages where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findMessage(
  db: Queryable,
  { workspaceId, messageId }: { readonly workspaceId: string; readonly messageId: string },
): Promise<MessageRow | undefined> {
  return db.row<MessageRow>(statement, [workspaceId, messageId]);
}
