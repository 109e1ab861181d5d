import type { Queryable, Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';

const statement: Statement = {
  name: 'lock_conversation',
  text: `select ${conversationColumns} from conversations where workspace_id = $1 and id = $2 for update`,
};

/** Locks a conversation until the transaction ends, so that no other request closes it or adds a message. */
export function lockConversation(
  tx: Queryable,
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ConversationRow | undefined> {
  return tx.row<ConversationRow>(statement, [workspaceId, conversationId]);
}
