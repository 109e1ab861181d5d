import type { MessageStatus } from '../../domain/conversations/message-status.ts';
import { applyDeltas, type DeltaCounters, recount } from '../apply-deltas.ts';
import type { Scope } from '../database.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { sumCounts } from '../sum-counts.ts';
import { conversationColumns, type ConversationRow } from './conversations.ts';

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
  return sumCounts(
    db,
    { counts: 'conversation_counts', deltas: 'conversation_count_deltas', change: 'delta' },
    conditions,
  );
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

const keys = 'workspace_id, flow_id, agent_id, channel';

const apply: Statement = {
  name: 'apply_conversation_count_deltas',
  text: `with applied as (
      delete from conversation_count_deltas where ctid = any(array(select ctid from conversation_count_deltas limit $1)) returning *),
    updated as (
      insert into conversation_counts (${keys}, count)
      select ${keys}, sum(delta)::bigint from applied group by ${keys} having sum(delta) <> 0
      on conflict (${keys}) do update set count = conversation_counts.count + excluded.count)
    select count(*)::float8 as deltas from applied`,
};

const conversationCounts: DeltaCounters = { lockId: 7_249_013, apply };

/** Applies the deltas of conversation counts. Returns false if another process is applying them. */
export const applyConversationCountDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, conversationCounts);

/** Lists the flows, whose conversations are recounted one after the other. */
const flows: Statement = {
  name: 'list_flows_with_conversations',
  text: `select workspace_id as "workspaceId", id from flows
    union select workspace_id, flow_id from conversation_counts order by 1, 2`,
};

const correct: Statement = {
  name: 'correct_conversation_counts',
  text: `with wrong as (
      select ${keys}, sum(actual)::bigint as count from (
        select workspace_id, flow_id, coalesce(agent_id, '') as agent_id, channel, count(*) as actual, 0 as stored
        from conversations where workspace_id = $1 and flow_id = $2 group by 1, 2, 3, 4
        union all
        select ${keys}, 0, count from conversation_counts where workspace_id = $1 and flow_id = $2) as both_counts
      group by ${keys} having sum(actual) <> sum(stored)),
    written as (
      insert into conversation_counts (${keys}, count) select ${keys}, count from wrong
      on conflict (${keys}) do update set count = excluded.count)
  select count(*)::float8 as wrong from wrong`,
};

/** Recounts all conversations and corrects the counts. Returns the number of wrong counts, which should be 0. Runs nightly. */
export const recountConversations = (system: Scope): Promise<number> =>
  recount(system, conversationCounts, { groups: flows, correct });
