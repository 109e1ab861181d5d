import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_message_by_reference',
  text: `select workspace_id as "workspaceId", conversation_id as "conversationId" from messages
    where id = $1 and direction = 'outbound'`,
  isLookup: true,
};

/** Returns where the outbound message with this id is, in any workspace. `db` must be in the system scope. */
export function findMessageByReference(
  db: Queryable,
  messageId: string,
): Promise<{ readonly workspaceId: string; readonly conversationId: string } | undefined> {
  return db.row<{ workspaceId: string; conversationId: string }>(statement, [messageId]);
}
