import type { MessageStatus } from '../../domain/conversations/message-status.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';

export interface ConversationFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: 'sms' | 'email' | undefined;
  /** As stored: E.164, or an email address in lower case. */
  readonly recipient?: string | undefined;
  /** With a message in this status. */
  readonly messageStatus?: MessageStatus | undefined;
  /** Open or closed at this instant. */
  readonly openAt?: Date | undefined;
  readonly closedAt?: Date | undefined;
}

export function listConversations(
  db: Queryable,
  filters: ConversationFilters & ListWindow,
): Promise<ListPage<ConversationRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('flow_id = ?', filters.flowId)
    .add('agent_id = ?', filters.agentId)
    .add('channel = ?', filters.channel)
    .add('recipient = ?', filters.recipient)
    .add('(closed_at is null and expires_at > ?::timestamptz)', filters.openAt)
    .add('(closed_at is not null or expires_at <= ?::timestamptz)', filters.closedAt)
    .add(withMessage(filters.messageStatus), filters.messageStatus);
  return listPage(db, { table: 'conversations', columns: conversationColumns, conditions }, filters);
}

/** Pending messages have a partial index, which is only used if the condition contains its predicate. */
function withMessage(status: MessageStatus | undefined): string {
  const found = 'select from messages m where m.workspace_id = conversations.workspace_id';
  const known = status === 'pending_approval' ? `m.status = 'pending_approval' and ` : '';
  return `exists (${found} and m.conversation_id = conversations.id and ${known}m.status = ?)`;
}
