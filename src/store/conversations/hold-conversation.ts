import type { Queryable, Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';

const statement: Statement = {
  name: 'hold_conversation',
  text: `select ${conversationColumns} from conversations where workspace_id = $1 and id = $2 for update`,
};

/** Locked until the transaction ends: it neither closes nor gets another message meanwhile. */
export function holdConversation(
  tx: Queryable,
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ConversationRow | undefined> {
  return tx.row<ConversationRow>(statement, [workspaceId, conversationId]);
}
