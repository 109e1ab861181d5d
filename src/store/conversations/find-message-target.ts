import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** The conversation and the recipient of a message. */
export interface MessageTarget {
  readonly conversationId: string;
  readonly channel: MessageChannel;
  readonly recipient: string;
}

const statement: Statement = {
  name: 'find_message_target',
  text: `select conversation_id as "conversationId", channel, recipient
    from messages join conversations on conversations.id = messages.conversation_id
    where messages.workspace_id = $1 and messages.id = $2`,
  isLookup: true,
};

export function findMessageTarget(
  db: Queryable,
  { workspaceId, messageId }: { readonly workspaceId: string; readonly messageId: string },
): Promise<MessageTarget | undefined> {
  return db.row<MessageTarget>(statement, [workspaceId, messageId]);
}
