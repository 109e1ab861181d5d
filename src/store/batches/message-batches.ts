import type { z } from 'zod';
import {
  canMessageBatchTransition,
  type messageApprovals,
  type MessageBatchStatus,
  messageBatchStatuses,
} from '../../domain/batches/message-batch.ts';
import type { QuietHours } from '../../domain/conversations/quiet-hours.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import { json, type Queryable, type Statement, withoutNul } from '../queryable.ts';
import type { BatchKey } from './batches.ts';

export interface MessageBatchRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly status: MessageBatchStatus;
  readonly statusDetail: string | null;
  readonly flowId: string;
  /** All messages have the texts of this version. */
  readonly flowVersion: number;
  readonly channel: MessageChannel;
  readonly approval: (typeof messageApprovals)[number];
  readonly approvedAt: Date | null;
  readonly approvedBy: string | null;
  /** The batch whose failed messages this one sends again. */
  readonly againOf: string | null;
  readonly defaultCountry: string | null;
  /** Null: the default of batches. */
  readonly quietHours: QuietHours | null;
  readonly messagesPerSecond: number;
  readonly metadata: Record<string, z.core.util.JSONType>;
  /** Names of the columns that hold variables. */
  readonly variables: readonly string[];
  /** The user or key that started it. */
  readonly createdBy: string;
  /** Whether a test key started it. */
  readonly testOnly: boolean;
  readonly scheduledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

const columns = `id, workspace_id as "workspaceId", name, status, status_detail as "statusDetail", flow_id as "flowId",
  flow_version as "flowVersion", channel, approval, approved_at as "approvedAt", approved_by as "approvedBy",
  again_of as "againOf", default_country as "defaultCountry", quiet_hours as "quietHours",
  messages_per_second as "messagesPerSecond", metadata, variables, created_by as "createdBy", test_only as "testOnly",
  scheduled_at as "scheduledAt", created_at as "createdAt", updated_at as "updatedAt", started_at as "startedAt",
  ended_at as "endedAt"`;

const findStatement: Statement = {
  name: 'find_message_batch',
  text: `select ${columns} from message_batches where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findMessageBatch(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<MessageBatchRow | undefined> {
  return db.row<MessageBatchRow>(findStatement, [workspaceId, batchId]);
}

const lockStatement: Statement = {
  name: 'lock_message_batch',
  text: `select ${columns} from message_batches where workspace_id = $1 and id = $2 for no key update`,
};

/** Locks a batch until the transaction ends, so that its status does not change and no other worker creates its messages. */
export function lockMessageBatch(
  tx: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<MessageBatchRow | undefined> {
  return tx.row<MessageBatchRow>(lockStatement, [workspaceId, batchId]);
}

export interface MessageBatchFilters {
  readonly workspaceId: string;
  readonly flowId?: string | undefined;
  readonly status?: string | undefined;
  /** Text anywhere in the name, ignoring case. */
  readonly search?: string | undefined;
}

export function listMessageBatches(
  db: Queryable,
  filters: MessageBatchFilters & ListWindow,
): Promise<ListPage<MessageBatchRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('flow_id = ?', filters.flowId)
    .add('status = ?', filters.status)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'message_batches', columns, conditions }, filters);
}

export type NewMessageBatchRow = Pick<
  MessageBatchRow,
  | 'id'
  | 'workspaceId'
  | 'name'
  | 'flowId'
  | 'flowVersion'
  | 'channel'
  | 'approval'
  | 'againOf'
  | 'defaultCountry'
  | 'quietHours'
  | 'messagesPerSecond'
  | 'metadata'
  | 'createdBy'
  | 'testOnly'
  | 'scheduledAt'
> & { readonly fileSha256: string; readonly at: Date };

const insertStatement: Statement = {
  name: 'insert_message_batch',
  text: `insert into message_batches (id, workspace_id, name, status, flow_id, flow_version, channel, approval, again_of,
      default_country, quiet_hours, messages_per_second, metadata, created_by, test_only, scheduled_at, file_sha256, created_at,
      updated_at, variables, numbers_digest)
    values ($1, $2, $3, case $7::text when 'first' then 'pending_approval' else 'scheduled' end, $4, $5, $6, $7, $8, $9, $10,
      $11, $12, $13, $14, $15, $16, $17, $17, '{}', '')
    on conflict (again_of) where again_of is not null do nothing`,
};

/**
 * Inserts a batch in the transaction that also inserts its rows. Returns false if another batch sends the failed messages of
 * `againOf` again.
 */
export async function insertMessageBatch(tx: Queryable, batch: NewMessageBatchRow): Promise<boolean> {
  const inserted = await tx.execute(insertStatement, [
    batch.id,
    batch.workspaceId,
    withoutNul(batch.name),
    batch.flowId,
    batch.flowVersion,
    batch.channel,
    batch.approval,
    batch.againOf,
    batch.defaultCountry,
    json(batch.quietHours),
    batch.messagesPerSecond,
    json(batch.metadata),
    batch.createdBy,
    batch.testOnly,
    batch.scheduledAt,
    batch.fileSha256,
    batch.at,
  ]);
  return inserted > 0;
}

const describeFileStatement: Statement = {
  name: 'describe_message_batch_file',
  text: `update message_batches set variables = $3, numbers_digest = $4 where workspace_id = $1 and id = $2 returning ${columns}`,
};

/** Stores what is known after the whole file was read. */
export async function describeMessageBatchFile(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    variables,
    numbersDigest,
  }: BatchKey & { readonly variables: readonly string[]; readonly numbersDigest: string },
): Promise<MessageBatchRow> {
  const values = [workspaceId, batchId, variables, numbersDigest];
  return (await tx.row<MessageBatchRow>(describeFileStatement, values))!;
}

export interface MessageBatchChange extends BatchKey {
  readonly to: MessageBatchStatus;
  /** Reason, as shown to users. */
  readonly detail?: string | undefined;
  /** The user or key that approves the batch. */
  readonly approvedBy?: string | undefined;
  readonly at: Date;
}

const changeStatement: Statement = {
  name: 'change_message_batch',
  text: `update message_batches set status = $3, status_detail = $4, updated_at = $5,
      approved_by = coalesce($7, approved_by), approved_at = case when $7::text is null then approved_at else $5 end,
      started_at = case when $3 = 'running' then coalesce(started_at, $5) else started_at end,
      ended_at = case when $3 in ('completed', 'cancelled') then $5::timestamptz end
    where workspace_id = $1 and id = $2 and status = any($6) returning ${columns}`,
};

/** Changes the status of a batch. Returns undefined if the batch does not exist or the transition is not allowed. */
export function changeMessageBatch(
  db: Queryable,
  { workspaceId, batchId, to, detail, approvedBy, at }: MessageBatchChange,
): Promise<MessageBatchRow | undefined> {
  const from = messageBatchStatuses.filter((status) => canMessageBatchTransition(status, to));
  return db.row<MessageBatchRow>(changeStatement, [workspaceId, batchId, to, detail, at, from, approvedBy]);
}

/** A batch may be ahead of its rate by the messages of this time, so that one job creates several. */
const burstSeconds = 1;
/** A next time that is later than any rate allows: the clock was set back. */
const maxWaitSeconds = 200;

/** The generic cell rate algorithm. `$3` is the time, `$4` the seconds per message. The row is locked during the check. */
const base = `case when pace.next_at > $3 and pace.next_at <= $3 + make_interval(secs => ${maxWaitSeconds})
  then pace.next_at else $3::timestamptz end`;
const interval = 'make_interval(secs => $4::float8)';
const burst = `make_interval(secs => greatest(${burstSeconds}, $4::float8))`;
const isTurn = `${base} + ${interval} <= $3 + ${burst}`;

const takeTurnStatement: Statement = {
  name: 'take_message_turn',
  text: `insert into message_paces as pace (carrier, sender, next_at, taken) values ($1, $2, $3::timestamptz + ${interval}, true)
    on conflict (carrier, sender) do update set taken = ${isTurn},
      next_at = case when ${isTurn} then ${base} + ${interval} else pace.next_at end
    returning case when not taken then next_at + ${interval} - ${burst} end as "waitUntil"`,
};

/** The sender of a message at its carrier. */
export interface MessageSender {
  readonly carrier: string;
  readonly sender: string;
}

/**
 * Takes the turn of one message at the rate. All workspaces share the turns of a sender. Returns null, or the time of the next
 * turn if there is none now. `tx` must be in the system scope; the row of the sender stays locked until it ends.
 */
export async function takeMessageTurn(
  tx: Queryable,
  { carrier, sender }: MessageSender,
  { messagesPerSecond, at }: { readonly messagesPerSecond: number; readonly at: Date },
): Promise<Date | null> {
  const values = [carrier, sender, at, 1 / messagesPerSecond];
  return (await tx.row<{ waitUntil: Date | null }>(takeTurnStatement, values))!.waitUntil;
}
