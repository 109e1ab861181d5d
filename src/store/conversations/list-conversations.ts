import type { AttentionReason } from '../../domain/conversations/attention.ts';
import type { MessageStatus } from '../../domain/conversations/message-status.ts';
import { applyDeltas, deltaCounters, recount, sumCounts, type RowCounters } from '../counters.ts';
import type { Scope } from '../database.ts';
import { Conditions, listPage, type ListPage, type ListWindow, type SortColumn } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { conversationColumns, type ConversationRow } from './conversations.ts';

/** Lists the flows, whose conversations are recounted one after the other. */
const flows: Statement = {
  name: 'list_flows_with_conversations',
  text: `select workspace_id as "workspaceId", id from flows
    union select workspace_id, flow_id from conversation_counts order by 1, 2`,
};

const conversationCounters: RowCounters = {
  counts: 'conversation_counts',
  deltas: 'conversation_count_deltas',
  change: 'delta',
  keys: 'workspace_id, flow_id, agent_id, channel',
  groupKey: 'flow_id',
  groups: flows,
  countRows: `select workspace_id, flow_id, coalesce(agent_id, '') as agent_id, channel, count(*)
    from conversations where workspace_id = $1 and flow_id = $2 group by 1, 2, 3, 4`,
  lockId: 7_249_013,
};

/** Filters for which counters of conversations exist. An undefined filter matches all conversations. */
export interface CountedConversationFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: string | undefined;
}

/** Returns the number of conversations that match the filters, from the counters. */
export function countConversations(db: Queryable, filters: CountedConversationFilters): Promise<number> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('flow_id = ?', filters.flowId)
    .add('agent_id = ?', filters.agentId)
    .add('channel = ?', filters.channel);
  return sumCounts(db, conversationCounters, conditions);
}

export interface ConversationFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: 'sms' | 'email' | undefined;
  /** As stored: E.164, or an email address in lower case. */
  readonly recipient?: string | undefined;
  /** Status of at least one message. */
  readonly messageStatus?: MessageStatus | undefined;
  /** Why a person must look at it; `any`: for any reason. */
  readonly attention?: AttentionReason | 'any' | undefined;
  /** Instant at which the conversation is open. */
  readonly openAt?: Date | undefined;
  /** Instant at which the conversation is closed. */
  readonly closedAt?: Date | undefined;
}

export interface ConversationOrder {
  /** Default: `created_at`. */
  readonly sort?: SortColumn | undefined;
}

export async function listConversations(
  db: Queryable,
  { sort, ...filters }: ConversationFilters & ConversationOrder & ListWindow,
): Promise<ListPage<ConversationRow>> {
  const conditions = addConditions(new Conditions(), filters);
  const total = isCounted(filters) ? await countConversations(db, filters) : undefined;
  return listPage(
    db,
    { table: 'conversations', columns: conversationColumns, conditions, total, sort },
    filters,
  );
}

/** Returns whether counters support these filters. Other conversations are counted row by row. */
const isCounted = (filters: ConversationFilters & ListWindow): boolean =>
  [
    filters.recipient,
    filters.messageStatus,
    filters.attention,
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
    .add(`attention is not null and ? in (attention, 'any')`, filters.attention)
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

/** Applies the deltas of conversation counts. Returns false if another process is applying them. */
export const applyConversationCountDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, deltaCounters(conversationCounters));

/** Recounts all conversations and corrects the counts. Returns the number of wrong counts, which should be 0. Runs nightly. */
export const recountConversations = (system: Scope): Promise<number> => recount(system, conversationCounters);
