import type { Queryable, Statement } from '../queryable.ts';

/** A message that is due. */
export interface WaitingMessage {
  readonly messageId: string;
  readonly dueAt: Date;
}

const statement: Statement = {
  name: 'find_waiting_message',
  text: `select id as "messageId", due_at as "dueAt" from messages
    where workspace_id = $1 and conversation_id = $2 and status in ('approved', 'scheduled') and due_at <= $3
    order by sequence limit 1`,
};

/** Returns the first due message of a conversation, which may have waited for another one. */
export function findWaitingMessage(
  tx: Queryable,
  query: { readonly workspaceId: string; readonly conversationId: string; readonly at: Date },
): Promise<WaitingMessage | undefined> {
  return tx.row<WaitingMessage>(statement, [query.workspaceId, query.conversationId, query.at]);
}
