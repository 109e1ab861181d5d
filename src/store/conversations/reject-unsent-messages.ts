import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Skips answers to keywords. Uses the index on recipients. */
const statement: Statement = {
  name: 'reject_unsent_messages',
  text: `update messages set status = 'rejected', decided_by = 'system', decided_at = $5, decision_note = $4, updated_at = $5
    from conversations
    where conversations.workspace_id = $1 and conversations.channel = $2 and conversations.recipient = any($3)
      and messages.conversation_id = conversations.id and messages.workspace_id = $1 and messages.keyword is null
      and messages.status in ('pending_approval', 'approved', 'scheduled')
    returning messages.id`,
};

/** Rejects all messages to the recipients that are not being sent yet: drafts, due and scheduled ones. Returns their ids. */
export async function rejectUnsentMessages(
  tx: Queryable,
  query: {
    readonly workspaceId: string;
    readonly channel: MessageChannel;
    readonly recipients: readonly string[];
    readonly note: string;
    readonly at: Date;
  },
): Promise<string[]> {
  const { workspaceId, channel, recipients, note, at } = query;
  const rows = await tx.rows<{ id: string }>(statement, [workspaceId, channel, recipients, note, at]);
  return rows.map(({ id }) => id);
}
