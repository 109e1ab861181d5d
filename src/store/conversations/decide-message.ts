import { previousStatuses } from '../../domain/conversations/message-status.ts';
import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

export interface MessageDecision {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly messageId: string;
  /** An approved message is due at once. */
  readonly status: 'approved' | 'rejected';
  /** New content. The old content becomes the draft. */
  readonly content?: string | undefined;
  /** Reason of the decision. */
  readonly note?: string | undefined;
  /** The user or key that decides. */
  readonly by: string;
  readonly at: Date;
}

/**
 * Conditional on the status, so that one of two concurrent decisions applies. An approved message extends its
 * conversation.
 */
const statement: Statement = {
  name: 'decide_message',
  text: `with messages as (
      update messages set status = $4::text, decided_by = $7, decided_at = $8::timestamptz, decision_note = $6, updated_at = $8,
        due_at = case $4::text when 'approved' then $8::timestamptz end, content = coalesce($5::text, content),
        draft = case when $5 is distinct from content and $5 is not null then content else draft end
      where workspace_id = $1 and conversation_id = $2 and id = $3 and status = any($9)
      returning *),
    conversation as (
      update conversations set updated_at = greatest(conversations.updated_at, $8::timestamptz),
        expires_at = case when $4::text = 'approved' and closed_at is null
          then greatest(expires_at, $8::timestamptz + make_interval(hours => inactivity_hours)) else expires_at end
      from messages where conversations.id = messages.conversation_id)
    select ${messageColumns} from messages`,
};

/** Approves or rejects a message. Returns undefined if it does not exist or its status no longer allows the change. */
export function decideMessage(tx: Queryable, decision: MessageDecision): Promise<MessageRow | undefined> {
  return tx.row<MessageRow>(statement, [
    decision.workspaceId,
    decision.conversationId,
    decision.messageId,
    decision.status,
    decision.content === undefined ? null : withoutNul(decision.content),
    decision.note === undefined ? null : withoutNul(decision.note),
    decision.by,
    decision.at,
    decision.status === 'approved' ? ['pending_approval'] : previousStatuses('rejected'),
  ]);
}
