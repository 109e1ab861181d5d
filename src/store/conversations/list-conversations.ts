import type { MessageStatus } from '../../domain/conversations/message-status.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversation-row.ts';
import { countConversations } from './count-conversations.ts';

export interface ConversationFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: 'sms' | 'email' | undefined;
  /** As stored: E.164, or an email address in lower case. */
  readonly recipient?: string | undefined;
  /** Status of at least one message. */
  readonly messageStatus?: MessageStatus | undefined;
  /** Instant at which the conversation is open. */
  readonly openAt?: Date | undefined;
  /** Instant at which the conversation is closed. */
  readonly closedAt?: Date | undefined;
}

export async function listConversations(
  db: Queryable,
  filters: ConversationFilters & ListWindow,
): Promise<ListPage<ConversationRow>> {
  const conditions = addConditions(new Conditions(), filters);
  const total = isCounted(filters) ? await countConversations(db, filters) : undefined;
  return listPage(db, { table: 'conversations', columns: conversationColumns, conditions, total }, filters);
}

/** Returns whether counters support these filters. Other conversations are counted row by row. */
const isCounted = (filters: ConversationFilters & ListWindow): boolean =>
  [
    filters.recipient,
    filters.messageStatus,
    filters.openAt,
    filters.closedAt,
    filters.createdAtFrom,
    filters.createdAtTo,
  ].every((value) => value === undefined);

/** Adds the conditions of the filters, of which the workspace is the first. */
export function addConditions(conditions: Conditions, filters: ConversationFilters): Conditions {
  return conditions
    .add('workspace_id = ?', filters.workspaceId)
    .add('flow_id = ?', filters.flowId)
    .add('agent_id = ?', filters.agentId)
    .add('channel = ?', filters.channel)
    .add('recipient = ?', filters.recipient)
    .add('(closed_at is null and expires_at > ?::timestamptz)', filters.openAt)
    .add('(closed_at is not null or expires_at <= ?::timestamptz)', filters.closedAt)
    .add(hasMessageWith(filters.messageStatus), filters.messageStatus);
}

/** Repeats the predicate of the partial index on pending messages, without which PostgreSQL does not use the index. */
function hasMessageWith(status: MessageStatus | undefined): string {
  const messages = 'select from messages m where m.workspace_id = conversations.workspace_id';
  const indexPredicate = status === 'pending_approval' ? `m.status = 'pending_approval' and ` : '';
  return `exists (${messages} and m.conversation_id = conversations.id and ${indexPredicate}m.status = ?)`;
}
