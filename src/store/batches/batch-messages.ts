import { erased } from '../../domain/erasure.ts';
import type {
  BatchMessageStatus,
  MessageCounts,
  messageSkipReasons,
} from '../../domain/batches/message-batch.ts';
import type { MessageStatus } from '../../domain/conversations/message-status.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import { Conditions, containsPattern, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { JobArrays } from './batch-jobs.ts';
import type { BatchKey } from './batches.ts';
import { suppressedSql } from '../suppressions.ts';

/** What the file says about a row. */
export interface MessageRowContent {
  readonly id: string;
  readonly rowNumber: number;
  readonly recipient: string;
  readonly customer: Readonly<Record<string, string>>;
  readonly dynamic: Readonly<Record<string, string>>;
}

export interface BatchMessageRow extends MessageRowContent {
  readonly batchId: string;
  readonly status: BatchMessageStatus;
  readonly messageStatus: MessageStatus | null;
  readonly skipReason: (typeof messageSkipReasons)[number] | null;
  readonly detail: string | null;
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly content: string | null;
  /** The last message of the customer since. */
  readonly reply: string | null;
  readonly scheduledAt: Date | null;
  readonly sentAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Inserts up to a few thousand rows, with an array per column. A row with a suppressed recipient gets the status `skipped`. */
const insertStatement: Statement = {
  name: 'insert_batch_messages',
  text: `with sent as (
      select row.*, skip_reason is null and ${suppressedSql('$12', 'recipient')} as suppressed
      from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $13::text[], $14::text[])
        as row(id, row_number, recipient, skip_reason, detail, customer, dynamic, overrides, scheduled_at)
    ), stored as (
      insert into batch_messages (workspace_id, batch_id, id, row_number, recipient, status, skip_reason, detail, customer, dynamic,
        scheduled_at, run_at, created_at, updated_at)
      select $1, $2, id, row_number::integer, recipient,
        case when suppressed or skip_reason is not null then 'skipped' else 'pending' end,
        case when suppressed then 'suppressed' else skip_reason end, detail,
        customer::jsonb || coalesce(overrides::jsonb, '{}'), dynamic::jsonb, scheduled_at::timestamptz,
        greatest(scheduled_at::timestamptz, $3, $4), $4, $4
      from sent
      returning skip_reason
    )
    select count(*) filter (where skip_reason = 'suppressed')::integer as suppressed from stored`,
};

export interface NewBatchMessages extends BatchKey {
  readonly jobs: JobArrays;
  readonly channel: MessageChannel;
  /** Start of the batch; no message is due earlier. */
  readonly scheduledAt: Date | null;
  readonly at: Date;
}

/** Inserts rows. Returns the number of rows whose recipient is suppressed. */
export async function insertBatchMessages(
  tx: Queryable,
  { workspaceId, batchId, jobs, channel, scheduledAt, at }: NewBatchMessages,
): Promise<number> {
  const row = await tx.row<{ suppressed: number }>(insertStatement, [
    workspaceId,
    batchId,
    scheduledAt,
    at,
    jobs.id,
    jobs.rowNumber,
    jobs.recipient,
    jobs.skipReason,
    jobs.detail,
    jobs.customer,
    jobs.dynamic,
    channel,
    jobs.overrides,
    jobs.scheduledAt,
  ]);
  return row!.suppressed;
}

/** SQL condition of rows that can be sent again: the message failed, and the person is not erased. */
const isFailed = `row.workspace_id = $1 and row.batch_id = $2 and (row.status = 'failed' or messages.status = 'failed')
        and row.recipient <> '${erased}'`;

const insertAgainStatement: Statement = {
  name: 'insert_batch_messages_again',
  text: `with failed as (
      select row.*, row_number() over (order by row.id) as position, ${suppressedSql('$5', 'row.recipient')} as suppressed
      from batch_messages row left join messages on messages.id = row.message_id
      where ${isFailed}
    ), stored as (
      insert into batch_messages (workspace_id, batch_id, id, row_number, recipient, status, customer, dynamic, run_at, created_at,
        updated_at)
      select $1, $3, ids.id, row_number, recipient, 'pending', customer, dynamic, greatest($4::timestamptz, $7), $7, $7
      from failed join unnest($6::text[]) with ordinality as ids (id, position) using (position)
      where not suppressed
      returning 1
    )
    select count(*)::integer as failed, count(*) filter (where suppressed)::integer as suppressed,
      (select count(*)::integer from stored) as stored
    from failed`,
};

const countFailedStatement: Statement = {
  name: 'count_failed_batch_messages',
  text: `select count(*)::integer as failed from batch_messages row left join messages on messages.id = row.message_id
    where ${isFailed}`,
};

/** Returns the number of rows whose message could not be created, sent or delivered. Messages with an unknown outcome do not count. */
export async function countFailedMessages(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<number> {
  return (await db.row<{ failed: number }>(countFailedStatement, [workspaceId, batchId]))!.failed;
}

interface CopiedRows {
  readonly failed: number;
  readonly suppressed: number;
  readonly stored: number;
}

/**
 * Copies the failed rows of a batch to another one, without those whose recipient is suppressed. `ids` has an id for each failed
 * row. Returns the numbers of failed, of suppressed and of copied rows.
 */
export async function insertFailedMessagesAgain(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    newBatchId,
    ids,
    channel,
    scheduledAt,
    at,
  }: Omit<NewBatchMessages, 'jobs'> & { readonly newBatchId: string; readonly ids: readonly string[] },
): Promise<CopiedRows> {
  const values = [workspaceId, batchId, newBatchId, scheduledAt, channel, ids, at];
  return (await tx.row<CopiedRows>(insertAgainStatement, values))!;
}

const contentColumns = `id, row_number as "rowNumber", recipient, customer, dynamic`;

const firstStatement: Statement = {
  name: 'first_batch_messages',
  text: `select ${contentColumns} from batch_messages
    where workspace_id = $1 and batch_id = $2 and status = 'pending' order by id limit $3`,
};

/** Returns the first pending rows in the order of the file. */
export function findFirstBatchMessages(
  db: Queryable,
  { workspaceId, batchId, limit }: BatchKey & { readonly limit: number },
): Promise<MessageRowContent[]> {
  return db.rows<MessageRowContent>(firstStatement, [workspaceId, batchId, limit]);
}

const nextStatement: Statement = {
  name: 'next_batch_message',
  text: `select ${contentColumns}, run_at as "runAt" from batch_messages
    where workspace_id = $1 and batch_id = $2 and status = 'pending' order by run_at, id limit 1`,
};

/** Returns the pending row that is due first. */
export function findNextBatchMessage(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<(MessageRowContent & { readonly runAt: Date }) | undefined> {
  return db.row<MessageRowContent & { runAt: Date }>(nextStatement, [workspaceId, batchId]);
}

export interface BatchMessageChange extends BatchKey {
  readonly jobId: string;
  readonly status: 'pending' | 'created' | 'failed' | 'skipped';
  readonly skipReason?: (typeof messageSkipReasons)[number];
  readonly detail?: string | undefined;
  /** When a pending row is due. */
  readonly runAt?: Date;
  readonly message?: { readonly id: string; readonly conversationId: string };
  readonly at: Date;
}

const changeStatement: Statement = {
  name: 'change_batch_message',
  text: `update batch_messages set status = $4, skip_reason = $5, detail = $6, run_at = coalesce($7, run_at), message_id = $8,
      conversation_id = $9, updated_at = $10
    where workspace_id = $1 and batch_id = $2 and id = $3 and status = 'pending'`,
};

/** Changes a pending row of a batch that this transaction has locked. */
export async function changeBatchMessage(tx: Queryable, change: BatchMessageChange): Promise<void> {
  await tx.write(changeStatement, [
    change.workspaceId,
    change.batchId,
    change.jobId,
    change.status,
    change.skipReason,
    change.detail,
    change.runAt,
    change.message?.id,
    change.message?.conversationId,
    change.at,
  ]);
}

/** SQL: rows with their batch and message. */
const view = `batch_messages row join message_batches batch on batch.id = row.batch_id
  left join messages message on message.id = row.message_id`;

/** SQL: the status of a row as users see it. Only the message knows what happened after its creation. */
const viewStatus = `case
    when row.status = 'pending' and batch.status = 'cancelled' then 'cancelled'
    when row.status <> 'created' then row.status
    when message.status = 'pending_approval' then 'pending_approval'
    when message.status in ('approved', 'scheduled', 'sending') then 'in_progress'
    when message.status in ('failed', 'unknown') then 'failed'
    when message.status = 'rejected' then 'cancelled'
    else 'completed' end`;

const countStatement: Statement = {
  name: 'count_batch_messages',
  text: `select count(*)::integer as total, count(*) filter (where status = 'pending')::integer as pending,
      count(*) filter (where status = 'pending_approval')::integer as "pendingApproval",
      count(*) filter (where status = 'in_progress')::integer as "inProgress",
      count(*) filter (where status = 'completed')::integer as completed,
      count(*) filter (where status = 'failed')::integer as failed,
      count(*) filter (where status = 'skipped')::integer as skipped,
      count(*) filter (where status = 'cancelled')::integer as cancelled,
      count(*) filter (where "isDelivered")::integer as delivered
    from (select ${viewStatus} as status, message.status = 'delivered' as "isDelivered"
      from ${view} where row.workspace_id = $1 and row.batch_id = $2) rows`,
};

/** Counts the rows of a batch by status, in one snapshot. */
export async function countBatchMessages(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<MessageCounts> {
  return (await db.row<MessageCounts>(countStatement, [workspaceId, batchId]))!;
}

const findOpenStatement: Statement = {
  name: 'find_open_batch_messages',
  text: `select count(*)::integer as open, min(message.due_at) as "dueAt" from batch_messages row
    join messages message on message.id = row.message_id
    where row.workspace_id = $1 and row.batch_id = $2 and message.status in ('pending_approval', 'approved', 'scheduled', 'sending')`,
};

/** Returns the number of messages of the batch that can still be sent, and when the first of them is due; null: none is approved. */
export async function findOpenMessages(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<{ readonly open: number; readonly dueAt: Date | null }> {
  return (await db.row<{ open: number; dueAt: Date | null }>(findOpenStatement, [workspaceId, batchId]))!;
}

/** Locks the conversations first, like each transaction that begins to send a message. */
const lockUnsentStatement: Statement = {
  name: 'lock_unsent_batch_messages',
  text: `select conversations.id from conversations where workspace_id = $1 and id in (
      select row.conversation_id from batch_messages row join messages message on message.id = row.message_id
      where row.workspace_id = $1 and row.batch_id = $2 and message.status in ('pending_approval', 'approved', 'scheduled'))
    order by id for update`,
};

const rejectUnsentStatement: Statement = {
  name: 'reject_unsent_batch_messages',
  text: `update messages set status = 'rejected', due_at = null, decided_by = $3, decided_at = $4::timestamptz,
      decision_note = 'The batch was cancelled.', updated_at = $4
    from batch_messages row
    where messages.workspace_id = $1 and row.workspace_id = $1 and row.batch_id = $2 and messages.id = row.message_id
      and messages.status in ('pending_approval', 'approved', 'scheduled')
    returning messages.id`,
};

/** Rejects the messages of a batch that the carrier has not received. Returns their ids. Their rows are then `cancelled`. */
export async function rejectUnsentMessages(
  tx: Queryable,
  { workspaceId, batchId, by, at }: BatchKey & { readonly by: string; readonly at: Date },
): Promise<string[]> {
  await tx.rows(lockUnsentStatement, [workspaceId, batchId]);
  const rows = await tx.rows<{ id: string }>(rejectUnsentStatement, [workspaceId, batchId, by, at]);
  return rows.map(({ id }) => id);
}

const viewColumns = `row.id, row.batch_id as "batchId", row.row_number as "rowNumber", row.recipient, row.customer, row.dynamic,
  ${viewStatus} as status, message.status as "messageStatus", row.skip_reason as "skipReason",
  coalesce(message.failure, message.decision_note, row.detail) as detail, row.conversation_id as "conversationId",
  row.message_id as "messageId", message.content,
  (select answer.content from messages answer where answer.conversation_id = row.conversation_id and answer.direction = 'inbound'
    and answer.sequence > message.sequence order by answer.sequence desc limit 1) as reply,
  row.scheduled_at as "scheduledAt", message.sent_at as "sentAt", message.delivered_at as "deliveredAt",
  row.created_at as "createdAt", greatest(row.updated_at, message.updated_at) as "updatedAt"`;

const findStatement: Statement = {
  name: 'find_batch_message',
  text: `select ${viewColumns} from ${view} where row.workspace_id = $1 and row.batch_id = $2 and row.id = $3`,
};

export function findBatchMessage(
  db: Queryable,
  { workspaceId, batchId, jobId }: BatchKey & { readonly jobId: string },
): Promise<BatchMessageRow | undefined> {
  return db.row<BatchMessageRow>(findStatement, [workspaceId, batchId, jobId]);
}

export interface BatchMessageFilters extends BatchKey {
  readonly status?: string | undefined;
  readonly messageStatus?: string | undefined;
  /** E.164, or an email address. */
  readonly recipient?: string | undefined;
  /** Text anywhere in the recipient, or in the customer's name, email or external id, ignoring case. */
  readonly search?: string | undefined;
}

const conditionsOf = (filters: BatchMessageFilters & Partial<ListWindow>): Conditions =>
  new Conditions()
    .add('row.workspace_id = ?', filters.workspaceId)
    .add('row.batch_id = ?', filters.batchId)
    .add(`${viewStatus} = ?`, filters.status)
    .add('message.status = ?', filters.messageStatus)
    .add('row.recipient = ?', filters.recipient)
    .add(
      `(row.recipient ilike ? or row.customer->>'name' ilike ? or row.customer->>'email' ilike ? or row.customer->>'externalId' ilike ?)`,
      containsPattern(filters.search),
    )
    .add('row.created_at >= ?', filters.createdAtFrom)
    .add('row.created_at <= ?', filters.createdAtTo);

/** Lists one page in the order of the file. */
export async function listBatchMessages(
  db: Queryable,
  filters: BatchMessageFilters & ListWindow,
): Promise<ListPage<BatchMessageRow>> {
  const counted = conditionsOf(filters);
  const count = `select count(*)::integer as total from ${view} where ${counted.toString()}`;
  const { total } = (await db.row<{ total: number }>({ text: count }, counted.values))!;
  const found = await findAfter(db, filters);
  const rows = found.slice(0, filters.limit);
  const last = rows.at(-1);
  const hasMore = found.length > filters.limit && last !== undefined;
  return { rows, total, next: hasMore ? { createdAt: last.createdAt, id: last.id } : null };
}

/** Returns one row more than the page, if there is one. */
function findAfter(db: Queryable, filters: BatchMessageFilters & ListWindow): Promise<BatchMessageRow[]> {
  const { limit, page, after } = filters;
  const conditions = conditionsOf(filters).add('row.id > ?', after?.id);
  const offset = after === undefined ? ((page ?? 1) - 1) * limit : 0;
  const [limitParameter, offsetParameter] = [conditions.parameter(limit + 1), conditions.parameter(offset)];
  const text = `select ${viewColumns} from ${view} where ${conditions.toString()}
    order by row.id limit ${limitParameter} offset ${offsetParameter}`;
  return db.rows<BatchMessageRow>({ text }, conditions.values);
}

const rowsPerRead = 200;

/** Yields all matching rows in the order of the file, in chunks, at the speed of the consumer. */
export async function* eachBatchMessage(
  db: Queryable,
  filters: BatchMessageFilters & Partial<ListWindow>,
): AsyncGenerator<BatchMessageRow[]> {
  let after: ListWindow['after'];
  for (;;) {
    const found = await findAfter(db, { ...filters, page: 1, limit: rowsPerRead, after });
    const rows = found.slice(0, rowsPerRead);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (found.length <= rowsPerRead || last === undefined) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
