import { previousStatuses, type MessageStatus } from '../../domain/conversations/message-status.ts';
import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

export interface MessageStatusChange {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly status: Exclude<MessageStatus, 'pending_approval' | 'sending' | 'received'>;
  /** The attempt to which the change belongs; undefined for any. */
  readonly attempts?: number | undefined;
  /** New due time of a message that is sent later, or again. */
  readonly dueAt?: Date | undefined;
  /** Why the message was not sent or not delivered. Replaces the last reason. */
  readonly failure?: string | undefined;
  /** Reason of a decision. */
  readonly note?: string | undefined;
  /** The user or key that decides, or `system`; undefined if the change is no decision. */
  readonly by?: string | undefined;
  readonly at: Date;
}

/** A message after a change of its status. */
export type ChangedMessage = MessageRow & {
  /** The position of the change among the messages and events of the conversation. */
  readonly eventSequence: number;
};

/** A message that is sent again starts a new series of attempts. */
const statement: Statement = {
  name: 'change_message_status',
  text: `with messages as (
      update messages set status = $3::text, updated_at = $4::timestamptz, failure = $5, due_at = coalesce($6::timestamptz, due_at),
        decision_note = case when $8::text is null then decision_note else $7 end,
        decided_by = coalesce($8, decided_by), decided_at = case when $8 is null then decided_at else $4 end,
        sent_at = case when $3 in ('sent', 'delivered') then coalesce(sent_at, $4) else sent_at end,
        delivered_at = case when $3 = 'delivered' then $4 else delivered_at end,
        first_attempt_at = case when $3 = 'approved' then null else first_attempt_at end
      where workspace_id = $1 and id = $2 and status = any($9) and ($10::int is null or attempts = $10)
      returning *),
    conversation as (
      update conversations set sequence = conversations.sequence + 1, updated_at = greatest(conversations.updated_at, $4),
        expires_at = case when closed_at is null and $6 is not null
          then greatest(expires_at, $6 + make_interval(hours => inactivity_hours)) else expires_at end
      from messages where conversations.id = messages.conversation_id
      returning conversations.sequence)
    select ${messageColumns}, conversation.sequence as "eventSequence" from messages, conversation`,
};

/** Changes the status of a message if its present status allows the change. Undefined otherwise. */
export function changeMessageStatus(
  tx: Queryable,
  change: MessageStatusChange,
): Promise<ChangedMessage | undefined> {
  return tx.row<ChangedMessage>(statement, [
    change.workspaceId,
    change.messageId,
    change.status,
    change.at,
    change.failure === undefined ? null : withoutNul(change.failure),
    change.dueAt,
    change.note,
    change.by,
    previousStatuses(change.status),
    change.attempts,
  ]);
}
