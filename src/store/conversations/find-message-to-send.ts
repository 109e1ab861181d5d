import type { QuietHours } from '../../domain/conversations/quiet-hours.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { ConversationRow } from './conversation-row.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

/** A message with everything that decides whether it is sent now. */
export type MessageToSend = MessageRow & {
  readonly isSuppressed: boolean;
  /** Whether an earlier message of the conversation must be sent first. */
  readonly isBlocked: boolean;
  /** When the blocking message is due; null if it is being sent. */
  readonly blockerDueAt: Date | null;
  /** Of the flow, in the version of the conversation. */
  readonly quietHours: QuietHours | null;
  /** IANA zone of the agent, else of the workspace. */
  readonly defaultZone: string;
};

/**
 * A message waits for a message that is being sent, and for earlier messages that are due or will be tried again. It does not wait for drafts, or for a
 * message whose delay has not passed.
 */
const statement: Statement = {
  name: 'find_message_to_send',
  text: `select ${messageColumns},
      exists (select from suppressions where workspace_id = $1 and channel = $3 and address = $4) as "isSuppressed",
      blocker.id is not null as "isBlocked", case when blocker.status <> 'sending' then blocker.due_at end as "blockerDueAt",
      (select definition->'quietHours' from flow_versions
        where flow_versions.workspace_id = $1 and flow_id = $6 and version = $7) as "quietHours",
      coalesce(agents.config->>'timezone', workspaces.timezone) as "defaultZone"
    from messages join workspaces on workspaces.id = messages.workspace_id
    left join agents on agents.workspace_id = $1 and agents.id = $8
    left join lateral (
      select earlier.id, earlier.status, earlier.due_at from messages earlier
      where earlier.conversation_id = messages.conversation_id and earlier.id <> messages.id
        and earlier.status in ('approved', 'scheduled', 'sending')
        and (earlier.status = 'sending' or (earlier.sequence < messages.sequence and (earlier.due_at <= $5 or earlier.attempts > 0)))
      order by earlier.sequence limit 1) blocker on true
    where messages.workspace_id = $1 and messages.id = $2 for update of messages`,
};

/** Locks and returns a message of a conversation that this transaction has locked. */
export function findMessageToSend(
  tx: Queryable,
  { workspaceId, channel, recipient, flowId, flowVersion, agentId }: ConversationRow,
  { messageId, at }: { readonly messageId: string; readonly at: Date },
): Promise<MessageToSend | undefined> {
  return tx.row<MessageToSend>(statement, [
    workspaceId,
    messageId,
    channel,
    recipient,
    at,
    flowId,
    flowVersion,
    agentId,
  ]);
}
