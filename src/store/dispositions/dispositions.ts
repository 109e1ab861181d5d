import type { Customer } from '../../domain/call.ts';
import type { DispositionStatus } from '../../domain/disposition.ts';
import {
  callbackAfterCall,
  type CallbackRetryState,
  type EndedCallback,
} from '../../domain/dispositions/callback-after-call.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { CallbackToFinish } from '../calls/call-to-end.ts';
import { appendEvent } from '../events.ts';
import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';

export interface DispositionRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly callId: string | null;
  readonly phoneNumber: string;
  /** The name in the data of the disposition or of its call. */
  readonly customerName: string | null;
  readonly disposition: string;
  readonly status: DispositionStatus;
  readonly scheduledAt: Date | null;
  readonly attempt: number;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly batchId: string | null;
  /** The last call that followed the disposition up. */
  readonly followUpCallId: string | null;
  readonly notes: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Not qualified: a search gives the table another name. */
export const dispositionColumns = `id, workspace_id as "workspaceId", call_id as "callId",
  phone_number as "phoneNumber", coalesce(customer ->> 'name',
    (select call.customer ->> 'name' from calls call where call.id = call_id)) as "customerName", disposition, status, scheduled_at as "scheduledAt", attempt, agent_id as "agentId",
  agent_name as "agentName", batch_id as "batchId",
  follow_up_call_id as "followUpCallId", notes, created_at as "createdAt", updated_at as "updatedAt"`;

interface DispositionKey {
  readonly workspaceId: string;
  readonly dispositionId: string;
}

const selectOne = `select ${dispositionColumns} from dispositions where workspace_id = $1 and id = $2`;
const find: Statement = { name: 'find_disposition', text: selectOne, isLookup: true };
const lock: Statement = { name: 'lock_disposition', text: `${selectOne} for update` };

export function findDisposition(
  db: Queryable,
  { workspaceId, dispositionId }: DispositionKey,
): Promise<DispositionRow | undefined> {
  return db.row<DispositionRow>(find, [workspaceId, dispositionId]);
}

/** Reads and locks a disposition until the transaction ends. */
export function lockDisposition(
  tx: Queryable,
  { workspaceId, dispositionId }: DispositionKey,
): Promise<DispositionRow | undefined> {
  return tx.row<DispositionRow>(lock, [workspaceId, dispositionId]);
}

export interface NewDispositionRow extends Omit<
  DispositionRow,
  'customerName' | 'followUpCallId' | 'createdAt' | 'updatedAt'
> {
  /** Customer data for the call that follows the disposition up. */
  readonly customer?: Customer | undefined;
  readonly dynamic?: Readonly<Record<string, VariableValue>> | undefined;
  /** Whether a test key caused it, without a call. Defaults to false. */
  readonly testOnly?: boolean;
  readonly at: Date;
}

const insert: Statement = {
  name: 'insert_disposition',
  text: `insert into dispositions (id, workspace_id, call_id, phone_number, disposition, status, scheduled_at, attempt,
      agent_id, agent_name, batch_id, notes, created_at, updated_at, customer, dynamic, test_only)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15, $16) returning ${dispositionColumns}`,
};

/** Inserts a disposition that a user or API client creates. `finishCall` writes the disposition of a call. */
export async function insertDisposition(
  db: Queryable,
  disposition: NewDispositionRow,
): Promise<DispositionRow> {
  const row = await db.row<DispositionRow>(insert, [
    disposition.id,
    disposition.workspaceId,
    disposition.callId,
    disposition.phoneNumber,
    disposition.disposition,
    disposition.status,
    disposition.scheduledAt,
    disposition.attempt,
    disposition.agentId,
    disposition.agentName,
    disposition.batchId,
    withoutNul(disposition.notes),
    disposition.at,
    json(disposition.customer),
    json(disposition.dynamic),
    disposition.testOnly ?? false,
  ]);
  return row!;
}

/** Inserts a disposition, and publishes `disposition.created` in the same transaction. `finishCall` does so for the disposition of a call. */
export async function insertDispositionWithEvent(
  tx: Queryable,
  created: NewDispositionRow,
): Promise<DispositionRow> {
  const row = await insertDisposition(tx, created);
  const { workspaceId, disposition, status, scheduledAt, callId, agentId, phoneNumber, notes } = row;
  await appendEvent(tx, {
    workspaceId,
    type: 'disposition.created',
    subjectId: row.id,
    sequence: 1,
    data: {
      dispositionId: row.id,
      disposition,
      status,
      scheduledAt,
      callId,
      agentId,
      phoneNumber,
      notes,
      transferRequested: false,
    },
    at: created.at,
  });
  return row;
}

export interface DispositionChange extends DispositionKey {
  readonly status: DispositionStatus;
  readonly scheduledAt: Date | null;
  readonly notes: string;
  readonly at: Date;
}

const update: Statement = {
  name: 'update_disposition',
  text: `update dispositions set status = $3, scheduled_at = $4, notes = $5, updated_at = $6,
      tries_left = case when scheduled_at is distinct from $4 then null else tries_left end,
      expires_at = case when scheduled_at is distinct from $4 then null else expires_at end
    where workspace_id = $1 and id = $2 returning ${dispositionColumns}`,
};

/** Updates a disposition that `lockDisposition` read in the same transaction. A new due time resets its attempts and its expiry. */
export async function updateDisposition(tx: Queryable, change: DispositionChange): Promise<DispositionRow> {
  const row = await tx.row<DispositionRow>(update, [
    change.workspaceId,
    change.dispositionId,
    change.status,
    change.scheduledAt,
    withoutNul(change.notes),
    change.at,
  ]);
  return row!;
}

/** The end of the call that followed a disposition up. */
export interface CallbackCallEnd extends EndedCallback {
  readonly workspaceId: string;
  readonly callId: string;
  /** Number of the attempt that the call is. */
  readonly attempt: number;
  /** Code of the disposition with which the call ended; undefined if it is unknown. */
  readonly code: CallbackRetryState['dispositionCode'];
  readonly at: Date;
}

/** A call that was not dialed does not count as an attempt. */
const finish: Statement = {
  name: 'finish_callback',
  text: `update dispositions set status = $4, scheduled_at = coalesce($5, scheduled_at),
      attempt = case when $7 then $8 else attempt end, tries_left = tries_left + (not $7)::integer,
      notes = right(concat_ws(E'\\n', nullif(notes, ''), $6::text), 2000), updated_at = $9
    where workspace_id = $1 and id = $2 and follow_up_call_id = $3 and status = 'in_progress'`,
};

/** Updates the disposition that a call followed up: it is completed, failed or expired, or due again. */
export async function finishCallback(
  tx: Queryable,
  { dispositionId, attemptsLeft, expiresAt }: CallbackToFinish,
  { workspaceId, callId, attempt, code, at, ...end }: CallbackCallEnd,
): Promise<void> {
  const { status, scheduledAt, note } = callbackAfterCall(end, {
    attemptsLeft,
    expiresAt,
    dispositionCode: code,
  });
  const { isDialed } = end;
  const values = [workspaceId, dispositionId, callId, status, scheduledAt, note, isDialed, attempt, at];
  await tx.write(finish, values);
}
