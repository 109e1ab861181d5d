import type { MessageAttachment, MessageOrigin } from '../../domain/conversations/conversation.ts';
import type { Keyword } from '../../domain/conversations/keyword.ts';
import { type MessageStatus, previousStatuses } from '../../domain/conversations/message-status.ts';
import { json, type Queryable, type Statement, withoutNul } from '../queryable.ts';

export interface MessageRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly conversationId: string;
  /** Orders the messages of a conversation; may have gaps. */
  readonly sequence: number;
  readonly direction: 'outbound' | 'inbound';
  readonly origin: MessageOrigin;
  readonly status: MessageStatus;
  readonly content: string;
  /** Text template of the flow; null except for the first message of a flow. */
  readonly template: string | null;
  /** The content before a user changed it. */
  readonly draft: string | null;
  readonly subject: string | null;
  readonly missingVariables: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdBy: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionNote: string | null;
  readonly dueAt: Date | null;
  /** Number of attempts to send it. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  /** The carrier that sends or received it; null before the first attempt. */
  readonly carrier: string | null;
  /** Our address at the carrier. */
  readonly fromAddress: string | null;
  /** Parts of an SMS; null for email. */
  readonly segments: number | null;
  /** The carrier's id of an inbound message; null if the carrier has none. */
  readonly externalId: string | null;
  /** Of an inbound email: the address of its sender if this is not the recipient of the conversation. */
  readonly sender: string | null;
  readonly attachments: readonly MessageAttachment[];
  /** The keyword that it consists of or answers; null for none. */
  readonly keyword: Keyword | null;
  readonly failure: string | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Columns of the table `messages`, or of a subquery with that name. */
export const messageColumns = `messages.id, messages.workspace_id as "workspaceId",
  messages.conversation_id as "conversationId", messages.sequence, messages.direction, messages.origin, messages.status,
  messages.content, messages.template, messages.draft, messages.subject,
  messages.missing_variables as "missingVariables", messages.metadata, messages.attachments, messages.created_by as "createdBy",
  messages.decided_by as "decidedBy", messages.decided_at as "decidedAt", messages.decision_note as "decisionNote",
  messages.due_at as "dueAt", messages.attempts, messages.first_attempt_at as "firstAttemptAt", messages.carrier,
  messages.from_address as "fromAddress", messages.segments, messages.external_id as "externalId", messages.sender, messages.keyword, messages.failure, messages.sent_at as "sentAt", messages.delivered_at as "deliveredAt",
  messages.created_at as "createdAt", messages.updated_at as "updatedAt"`;

const findMessageStatement: Statement = {
  name: 'find_message',
  text: `select ${messageColumns} from messages where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findMessage(
  db: Queryable,
  { workspaceId, messageId }: { readonly workspaceId: string; readonly messageId: string },
): Promise<MessageRow | undefined> {
  return db.row<MessageRow>(findMessageStatement, [workspaceId, messageId]);
}

/** Costs one index scan per conversation, regardless of its length. */
const listMessagesStatement: Statement = {
  name: 'list_messages',
  text: `select messages.* from unnest($2::text[]) as wanted (id) cross join lateral (
      select ${messageColumns} from messages where workspace_id = $1 and conversation_id = wanted.id
      order by messages.sequence desc limit $3) messages
    order by "conversationId", sequence`,
};

/** Returns the last messages of each conversation, at most `limit` per conversation, in the order of their creation. */
export async function listMessages(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    readonly conversationIds: readonly string[];
    readonly limit: number;
  },
): Promise<ReadonlyMap<string, MessageRow[]>> {
  if (query.conversationIds.length === 0) return new Map();
  const rows = await db.rows<MessageRow>(listMessagesStatement, [
    query.workspaceId,
    query.conversationIds,
    query.limit,
  ]);
  return Map.groupBy(rows, ({ conversationId }) => conversationId);
}

export type NewMessage = Pick<
  MessageRow,
  | 'id'
  | 'workspaceId'
  | 'conversationId'
  | 'direction'
  | 'origin'
  | 'status'
  | 'content'
  | 'createdBy'
  | 'dueAt'
> &
  Partial<Pick<MessageRow, 'template' | 'subject' | 'missingVariables' | 'metadata'>> & { readonly at: Date };

/** Extends the conversation by its inactivity hours, from the creation or the due time of the message, whichever is later. */
const insertMessageStatement: Statement = {
  name: 'insert_message',
  text: `with conversation as (
      update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $14::timestamptz),
        expires_at = greatest(expires_at, greatest($13::timestamptz, $14) + make_interval(hours => inactivity_hours))
      where workspace_id = $1 and id = $3 returning sequence),
    messages as (
      insert into messages (workspace_id, id, conversation_id, sequence, direction, origin, status, content, template, subject,
        missing_variables, metadata, created_by, due_at, created_at, updated_at)
      select $1, $2, $3, sequence, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14 from conversation
      returning *)
    select ${messageColumns} from messages`,
};

/** Inserts a message, with no template, subject, missing variables and metadata unless given. Returns undefined if the conversation does not exist. */
export function insertMessage(
  tx: Queryable,
  { template = null, subject = null, missingVariables = [], metadata = {}, ...message }: NewMessage,
): Promise<MessageRow | undefined> {
  return tx.row<MessageRow>(insertMessageStatement, [
    message.workspaceId,
    message.id,
    message.conversationId,
    message.direction,
    message.origin,
    message.status,
    withoutNul(message.content),
    template,
    subject === null ? null : withoutNul(subject),
    missingVariables,
    json(metadata),
    message.createdBy,
    message.dueAt,
    message.at,
  ]);
}

export interface NewInboundMessage extends Pick<
  MessageRow,
  | 'id'
  | 'workspaceId'
  | 'conversationId'
  | 'content'
  | 'subject'
  | 'metadata'
  | 'attachments'
  | 'carrier'
  | 'externalId'
  | 'sender'
> {
  /** Our address that received it. */
  readonly ownAddress: string;
  readonly keyword: Keyword | undefined;
  readonly at: Date;
}

const lockSource: Statement = {
  name: 'lock_inbound_message',
  text: `select pg_advisory_xact_lock(hashtextextended('inbound ' || $1 || ' ' || $2, 0))`,
};

const findRepeatStatement: Statement = {
  name: 'find_inbound_message',
  text: `select exists (select from messages where direction = 'inbound' and carrier = $1 and external_id = $2) as "isKnown"`,
};

/**
 * Returns whether an inbound message is stored already, in any workspace. Other transactions that receive the same message wait for this one. `tx` must be
 * in the system scope.
 */
export async function isReceived(
  tx: Queryable,
  { carrier, externalId }: { readonly carrier: string; readonly externalId: string },
): Promise<boolean> {
  await tx.write(lockSource, [carrier, externalId]);
  return (await tx.row<{ isKnown: boolean }>(findRepeatStatement, [carrier, externalId]))!.isKnown;
}

const release: Statement = {
  name: 'release_inbound_id',
  text: `update messages set external_id = null
    where direction = 'inbound' and carrier = $1 and external_id = $2 and ($3::timestamptz is null or created_at < $3)`,
};

/**
 * Removes a provisional id of a carrier from its message, so that an equal message is stored as another one. `before`: only if the message is older. `db` must
 * be in the system scope.
 */
export async function releaseInboundId(
  db: Queryable,
  {
    carrier,
    externalId,
    before,
  }: { readonly carrier: string; readonly externalId: string; readonly before?: Date },
): Promise<void> {
  await db.write(release, [carrier, externalId, before]);
}

/** Extends the conversation by its inactivity hours. */
const insertInboundStatement: Statement = {
  name: 'insert_inbound_message',
  text: `with conversation as (
      update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $10::timestamptz), own_address = $8,
        expires_at = greatest(expires_at, $10 + make_interval(hours => inactivity_hours))
      where workspace_id = $1 and id = $3 returning sequence),
    messages as (
      insert into messages (workspace_id, id, conversation_id, sequence, direction, origin, status, content, subject, metadata,
        carrier, external_id, from_address, sender, keyword, created_at, updated_at, attachments)
      select $1, $2, $3, sequence, 'inbound', 'customer', 'received', $4, $5, $6, $7, $9, $8, $11, $12, $10, $10, $13 from conversation
      returning *)
    select ${messageColumns} from messages`,
};

/** Stores an inbound message in a conversation that this transaction has locked. */
export async function insertInboundMessage(tx: Queryable, message: NewInboundMessage): Promise<MessageRow> {
  const row = await tx.row<MessageRow>(insertInboundStatement, [
    message.workspaceId,
    message.id,
    message.conversationId,
    withoutNul(message.content),
    message.subject === null ? null : withoutNul(message.subject),
    json(message.metadata),
    message.carrier,
    message.ownAddress,
    message.externalId,
    message.at,
    message.sender,
    message.keyword,
    json(message.attachments),
  ]);
  return row!;
}

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
const decideMessageStatement: Statement = {
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
  return tx.row<MessageRow>(decideMessageStatement, [
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
