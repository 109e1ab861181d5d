import type { Queryable, Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';

const statement: Statement = {
  name: 'find_conversation',
  text: `select ${conversationColumns} from conversations where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findConversation(
  db: Queryable,
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ConversationRow | undefined> {
  return db.row<ConversationRow>(statement, [workspaceId, conversationId]);
}
