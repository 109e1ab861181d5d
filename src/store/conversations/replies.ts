import type { AttentionReason } from '../../domain/conversations/attention.ts';
import type { ConversationWarning } from '../../domain/conversations/conversation.ts';
import type { Keyword } from '../../domain/conversations/keyword.ts';
import { json, type Queryable, type Statement, withoutNul } from '../queryable.ts';
import type { ConversationKey } from './conversations.ts';
import { messageColumns, type MessageRow } from './messages.ts';
import { suppressedSql } from '../suppressions.ts';

const findReplyDueStatement: Statement = {
  name: 'find_reply_due',
  text: `select (flow_versions.definition->>'replyDebounceSeconds')::float8 as "debounceSeconds",
      (select min(messages.created_at) from messages where messages.conversation_id = conversations.id
        and direction = 'inbound' and sequence > answered_sequence
        and keyword is null and messages.metadata->>'kind' is distinct from 'automatic') as "waitingSince"
    from conversations left join flow_versions on flow_versions.workspace_id = $1
      and flow_versions.flow_id = conversations.flow_id and version = conversations.flow_version
    where conversations.workspace_id = $1 and conversations.id = $2`,
};

/** Default of flows that were deleted. */
const defaultDebounceSeconds = 8;
/** The longest wait for further messages, as a multiple of the debounce. */
const maxDebounces = 10;

/** Returns when the inbound messages of a conversation are answered: after the debounce of the flow, counted from `at`, the time of the last one. */
export async function findReplyDue(
  tx: Queryable,
  { workspaceId, conversationId }: ConversationKey,
  at: Date,
): Promise<Date> {
  const row = await tx.row<{ debounceSeconds: number | null; waitingSince: Date | null }>(
    findReplyDueStatement,
    [workspaceId, conversationId],
  );
  const debounceMs = (row?.debounceSeconds ?? defaultDebounceSeconds) * 1000;
  const sinceMs = row?.waitingSince?.getTime() ?? at.getTime();
  return new Date(Math.min(at.getTime() + debounceMs, sinceMs + maxDebounces * debounceMs));
}

/** A request with side effects that a reply made. */
export interface RecordedRequest {
  readonly tool: string;
  /** Arguments of the language model, as JSON. */
  readonly arguments: string;
  /** Undefined until its result is known. */
  readonly result?: { readonly ok: boolean; readonly text: string } | undefined;
}

export interface ReplyState {
  /** Sequence of the last inbound message that needs no further reply. */
  readonly answeredSequence: number;
  /** Requests of the reply in progress, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Whether the recipient is suppressed on the channel. */
  readonly isSuppressed: boolean;
  /** The conversation of the same flow and recipient that this one follows; null if there is none. */
  readonly previousId: string | null;
  /** Whether the customer never answered in the previous conversation, so that its question is still open. */
  readonly isPreviousUnanswered: boolean;
}

const findReplyStateStatement: Statement = {
  name: 'find_reply_state',
  text: `select conversations.answered_sequence as "answeredSequence", coalesce(conversations.reply_requests, '[]') as requests,
      ${suppressedSql('conversations.channel', 'conversations.recipient')} as "isSuppressed",
      previous.id as "previousId", previous.id is not null and previous.flow_state is null as "isPreviousUnanswered"
    from conversations left join conversations previous
      on previous.workspace_id = $1 and previous.recipient = conversations.recipient and previous.flow_id = conversations.flow_id
        and previous.closed_at = conversations.created_at
    where conversations.workspace_id = $1 and conversations.id = $2`,
};

/** The previous conversation was closed when this one began. */
export function findReplyState(
  db: Queryable,
  { workspaceId, conversationId }: ConversationKey,
): Promise<ReplyState | undefined> {
  return db.row<ReplyState>(findReplyStateStatement, [workspaceId, conversationId]);
}

const record: Statement = {
  name: 'record_reply_requests',
  text: `update conversations set reply_requests = $5
    where workspace_id = $1 and id = $2 and answered_sequence = $3 and coalesce(reply_requests, '[]') = $4::jsonb
      and erased_at is null`,
};

/** Replaces the requests of a reply in progress. Returns false, and changes nothing, if another worker has changed them or the conversation is erased. */
export async function recordReplyRequests(
  db: Queryable,
  change: ConversationKey & {
    readonly answeredSequence: number;
    readonly before: readonly RecordedRequest[];
    readonly after: readonly RecordedRequest[];
  },
): Promise<boolean> {
  const { workspaceId, conversationId, answeredSequence, before, after } = change;
  const values = [workspaceId, conversationId, answeredSequence, json(before), json(after)];
  return (await db.execute(record, values)) > 0;
}

const addWarning: Statement = {
  name: 'add_conversation_warning',
  text: `update conversations
    set warnings = case when jsonb_array_length(warnings) < 20 then warnings else warnings - 0 end || $3::jsonb
    where workspace_id = $1 and id = $2`,
};

/** Adds a warning; the oldest of more than 20 is dropped. */
export async function addConversationWarning(
  tx: Queryable,
  { workspaceId, conversationId }: ConversationKey,
  warning: ConversationWarning,
): Promise<void> {
  await tx.execute(addWarning, [workspaceId, conversationId, json(warning)]);
}

const save: Statement = {
  name: 'save_reply_state',
  text: `update conversations set answered_sequence = $3, reply_requests = null, flow_state = coalesce($4, flow_state),
      agent_id = coalesce($5, agent_id), automatic_count = automatic_count + $6, attention = coalesce($7, attention),
      updated_at = greatest(updated_at, $8)
    where workspace_id = $1 and id = $2`,
};

/** Stores the state of a conversation after the reply to its inbound messages. The transaction has locked the conversation. */
export async function saveReplyState(
  tx: Queryable,
  state: ConversationKey & {
    readonly answeredSequence: number;
    /** Undefined if unchanged. */
    readonly flowState?: unknown;
    readonly agentId?: string | undefined;
    /** Number of new messages that are sent without approval. */
    readonly automaticMessages: 0 | 1;
    readonly attention?: AttentionReason | undefined;
    readonly at: Date;
  },
): Promise<void> {
  await tx.write(save, [
    state.workspaceId,
    state.conversationId,
    state.answeredSequence,
    json(state.flowState),
    state.agentId,
    state.automaticMessages,
    state.attention,
    state.at,
  ]);
}

const count: Statement = {
  name: 'count_keyword_answers',
  text: `select count(*)::int as answers from messages
    where workspace_id = $1 and conversation_id = $2 and direction = 'outbound' and keyword = $3 and created_at > $4`,
};

/** Returns the number of answers to a keyword in a conversation since a time. */
export async function countKeywordAnswers(
  tx: Queryable,
  query: ConversationKey & { readonly keyword: Keyword; readonly since: Date },
): Promise<number> {
  const { workspaceId, conversationId, keyword, since } = query;
  const row = await tx.row<{ answers: number }>(count, [workspaceId, conversationId, keyword, since]);
  return row!.answers;
}

const insertAnswerStatement: Statement = {
  name: 'insert_keyword_answer',
  text: `with conversation as (
      update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $6::timestamptz)
      where workspace_id = $1 and id = $2 returning sequence),
    messages as (
      insert into messages (workspace_id, id, conversation_id, sequence, direction, origin, status, content, keyword, due_at,
        created_at, updated_at)
      select $1, $3, $2, sequence, 'outbound', 'agent', 'approved', $4, $5, $6, $6, $6 from conversation
      returning *)
    select ${messageColumns} from messages`,
};

/** Stores the answer to a keyword, which is due at once and is sent even if the recipient opted out. */
export async function insertKeywordAnswer(
  tx: Queryable,
  answer: ConversationKey & {
    readonly id: string;
    readonly keyword: Keyword;
    readonly content: string;
    readonly at: Date;
  },
): Promise<MessageRow> {
  const { workspaceId, conversationId, id, content, keyword, at } = answer;
  const row = await tx.row<MessageRow>(insertAnswerStatement, [
    workspaceId,
    conversationId,
    id,
    withoutNul(content),
    keyword,
    at,
  ]);
  return row!;
}
