import { type MessageStatus, previousStatuses } from '../../domain/conversations/message-status.ts';
import type { QuietHours } from '../../domain/conversations/quiet-hours.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import { type Queryable, type Statement, withoutNul } from '../queryable.ts';
import type { ConversationRow } from './conversations.ts';
import { messageColumns, type MessageRow } from './messages.ts';
import { suppressedSql } from '../suppressions.ts';

/** A message with everything that decides whether it is sent now. */
export type MessageToSend = MessageRow & {
  readonly isSuppressed: boolean;
  /** Whether an earlier message of the conversation must be sent first. */
  readonly isBlocked: boolean;
  /** When the blocking message is due; null if it is being sent. */
  readonly blockerDueAt: Date | null;
  /** Whether a batch created it. */
  readonly isOfBatch: boolean;
  /** Of the batch, else of the flow in the version of the conversation. */
  readonly quietHours: QuietHours | null;
  /** IANA zone of the agent, else of the workspace. */
  readonly defaultZone: string;
};

/**
 * A message waits for a message that is being sent, and for earlier messages that are due or will be tried again. It does not wait for drafts, or for a
 * message whose delay has not passed.
 */
const findMessageToSendStatement: Statement = {
  name: 'find_message_to_send',
  text: `select ${messageColumns},
      ${suppressedSql('$3', '$4')} as "isSuppressed",
      blocker.id is not null as "isBlocked", case when blocker.status <> 'sending' then blocker.due_at end as "blockerDueAt",
      batch.id is not null as "isOfBatch",
      coalesce(batch.quiet_hours, (select definition->'quietHours' from flow_versions
        where flow_versions.workspace_id = $1 and flow_id = $6 and version = $7)) as "quietHours",
      coalesce(agents.config->>'timezone', workspaces.timezone) as "defaultZone"
    from messages join workspaces on workspaces.id = messages.workspace_id
    left join agents on agents.workspace_id = $1 and agents.id = $8
    left join batch_messages on batch_messages.message_id = messages.id
    left join message_batches batch on batch.id = batch_messages.batch_id
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
  return tx.row<MessageToSend>(findMessageToSendStatement, [
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

/** A message that is due. */
export interface WaitingMessage {
  readonly messageId: string;
  readonly dueAt: Date;
}

const findWaitingMessageStatement: Statement = {
  name: 'find_waiting_message',
  text: `select id as "messageId", due_at as "dueAt" from messages
    where workspace_id = $1 and conversation_id = $2 and status in ('approved', 'scheduled') and due_at <= $3
    order by sequence limit 1`,
};

/** Returns the first due message of a conversation, which may have waited for another one. */
export function findWaitingMessage(
  tx: Queryable,
  query: { readonly workspaceId: string; readonly conversationId: string; readonly at: Date },
): Promise<WaitingMessage | undefined> {
  return tx.row<WaitingMessage>(findWaitingMessageStatement, [
    query.workspaceId,
    query.conversationId,
    query.at,
  ]);
}

const findMessageByReferenceStatement: Statement = {
  name: 'find_message_by_reference',
  text: `select workspace_id as "workspaceId", conversation_id as "conversationId" from messages
    where id = $1 and direction = 'outbound'`,
  isLookup: true,
};

/** Returns where the outbound message with this id is, in any workspace. `db` must be in the system scope. */
export function findMessageByReference(
  db: Queryable,
  messageId: string,
): Promise<{ readonly workspaceId: string; readonly conversationId: string } | undefined> {
  return db.row<{ workspaceId: string; conversationId: string }>(findMessageByReferenceStatement, [
    messageId,
  ]);
}

/** The conversation and the recipient of a message. */
export interface MessageTarget {
  readonly conversationId: string;
  readonly channel: MessageChannel;
  readonly recipient: string;
}

const findMessageTargetStatement: Statement = {
  name: 'find_message_target',
  text: `select conversation_id as "conversationId", channel, recipient
    from messages join conversations on conversations.id = messages.conversation_id
    where messages.workspace_id = $1 and messages.id = $2`,
  isLookup: true,
};

export function findMessageTarget(
  db: Queryable,
  { workspaceId, messageId }: { readonly workspaceId: string; readonly messageId: string },
): Promise<MessageTarget | undefined> {
  return db.row<MessageTarget>(findMessageTargetStatement, [workspaceId, messageId]);
}

/** An email of a conversation. */
export interface ThreadMail {
  readonly id: string;
  readonly direction: 'outbound' | 'inbound';
  /** `Message-ID` of an inbound email. */
  readonly externalId: string | null;
  /** Our address of an outbound email. */
  readonly fromAddress: string | null;
  readonly subject: string | null;
}

/** Number of emails that the next one refers to. RFC 5322 has no limit; servers limit the length of header fields. */
const threadLength = 20;

const listMailThreadStatement: Statement = {
  name: 'list_mail_thread',
  text: `select id, direction, external_id as "externalId", from_address as "fromAddress", subject from (
      select * from messages where workspace_id = $1 and conversation_id = $2
        and status in ('received', 'sent', 'delivered') order by sequence desc limit ${threadLength}) thread
    order by sequence`,
};

/** Returns the last emails of a conversation that were sent or received, oldest first. */
export function listMailThread(
  db: Queryable,
  key: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ThreadMail[]> {
  return db.rows<ThreadMail>(listMailThreadStatement, [key.workspaceId, key.conversationId]);
}

/** An outbound message whose acceptance by the carrier is not recorded. */
export interface UnconfirmedMessage {
  readonly id: string;
  readonly carrier: string;
}

const listUnconfirmedMessagesStatement: Statement = {
  name: 'list_unconfirmed_messages',
  text: `select id, carrier from messages
    where id = any($1) and direction = 'outbound' and status in ('sending', 'unknown') and carrier is not null`,
  isLookup: true,
};

/** Returns those of the messages that are being sent or whose outcome is unknown, in any workspace. `db` must be in the system scope. */
export function listUnconfirmedMessages(
  db: Queryable,
  messageIds: readonly string[],
): Promise<UnconfirmedMessage[]> {
  return db.rows<UnconfirmedMessage>(listUnconfirmedMessagesStatement, [messageIds]);
}

export interface NewAttempt {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly carrier: string;
  readonly fromAddress: string;
  /** Parts of an SMS; null for email. */
  readonly segments: number | null;
  readonly at: Date;
}

const beginAttemptStatement: Statement = {
  name: 'begin_attempt',
  text: `with started as (
      update messages set status = 'sending', carrier = $3, from_address = $4, segments = $5, attempts = attempts + 1,
        first_attempt_at = coalesce(first_attempt_at, $6), failure = null, updated_at = $6
      where workspace_id = $1 and id = $2 and status in ('approved', 'scheduled')
      returning conversation_id)
    update conversations set own_address = $4, updated_at = greatest(updated_at, $6)
    from started where conversations.id = started.conversation_id`,
};

/** Begins an attempt to send a message that this transaction has locked and that is due. */
export async function beginAttempt(tx: Queryable, attempt: NewAttempt): Promise<void> {
  await tx.write(beginAttemptStatement, [
    attempt.workspaceId,
    attempt.messageId,
    attempt.carrier,
    attempt.fromAddress,
    attempt.segments,
    attempt.at,
  ]);
}

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
const changeMessageStatusStatement: Statement = {
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
  return tx.row<ChangedMessage>(changeMessageStatusStatement, [
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

/** Skips answers to keywords. Uses the index on recipients. */
const rejectUnsentMessagesStatement: Statement = {
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
  const rows = await tx.rows<{ id: string }>(rejectUnsentMessagesStatement, [
    workspaceId,
    channel,
    recipients,
    note,
    at,
  ]);
  return rows.map(({ id }) => id);
}
