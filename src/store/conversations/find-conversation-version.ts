import type { Queryable, Statement } from '../queryable.ts';

/** `xmin` is the transaction that wrote a row last, so it changes with every write, whatever the clocks of the nodes say. */
const statement: Statement = {
  name: 'find_conversation_version',
  text: `select concat_ws(' ', conversations.xmin::text, (
      select string_agg(message.xmin::text, ' ' order by message.sequence) from (
        select messages.xmin, messages.sequence from messages
        where messages.workspace_id = $1 and messages.conversation_id = $2
        order by messages.sequence desc limit $3) as message)) as version
    from conversations where workspace_id = $1 and id = $2`,
  isLookup: true,
};

/** Returns a text that changes with every change of the conversation or of its last `messages` messages; undefined if it does not exist. */
export async function findConversationVersion(
  db: Queryable,
  query: { readonly workspaceId: string; readonly conversationId: string; readonly messages: number },
): Promise<string | undefined> {
  const values = [query.workspaceId, query.conversationId, query.messages];
  return (await db.row<{ version: string }>(statement, values))?.version;
}
