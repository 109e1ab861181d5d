import { newId } from '../core/ids.ts';
import type { AgentOverrides } from '../domain/agent.ts';
import type { Customer } from '../domain/call.ts';
import type { Purpose } from '../domain/calling-hours/purpose.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import { isoTime, type Queryable, type Statement } from './queryable.ts';
import { suppressedSql } from './suppressions.ts';

/** Channel of notifications that a callback was added or is due earlier. */
export const callbacksChannel = 'parley_callbacks';

const findNextCallbackTimeStatement: Statement = {
  name: 'find_next_callback_time',
  text: `select min(scheduled_at) as at from dispositions where status = 'pending'`,
};

/** Returns the due time of the next callback, or undefined if none is pending. `db` is the system's scope. */
export async function findNextCallbackTime(db: Queryable): Promise<Date | undefined> {
  const row = await db.row<{ at: Date | null }>(findNextCallbackTimeStatement);
  return row?.at ?? undefined;
}

export interface CallbackKey {
  readonly workspaceId: string;
  readonly dispositionId: string;
}

export interface DueCallbackQuery {
  readonly at: Date;
  /** Callbacks that were handled already. */
  readonly exceptIds: readonly string[];
  /** Workspaces without capacity for a call. */
  readonly exceptWorkspaces: readonly string[];
  readonly limit: number;
}

const listDueCallbacksStatement: Statement = {
  name: 'list_due_callbacks',
  text: `select workspace_id as "workspaceId", id as "dispositionId" from dispositions
    where status = 'pending' and scheduled_at <= $1 and id <> all($2) and workspace_id <> all($3)
    order by scheduled_at, id limit $4`,
};

/** Lists due callbacks, the longest due first. `db` is the system's scope. */
export function listDueCallbacks(db: Queryable, query: DueCallbackQuery): Promise<CallbackKey[]> {
  const { at, exceptIds, exceptWorkspaces, limit } = query;
  return db.rows<CallbackKey>(listDueCallbacksStatement, [at, exceptIds, exceptWorkspaces, limit]);
}

/** Data of the callee, from the callback or otherwise from the call in which the callback was agreed. */
export interface CallbackCallee {
  /** IANA. */
  readonly timezone: string | null;
  /** ISO 3166-2. */
  readonly region: string | null;
  readonly purpose: Purpose;
  readonly consent: boolean;
}

/** SQL condition of consent. A callee who agrees on a callback in a call consents to that callback. */
export const callbackConsentSql = `coalesce(call.consent
  or (call.id is not null and disposition.disposition = 'callback_scheduled'), false)`;

/** SQL: the purpose of the callback. `$1` is the workspace. */
export const callbackPurposeSql = `coalesce(call.purpose, (select config->>'purpose' from agents
  where agents.workspace_id = $1 and agents.id = disposition.agent_id), 'unspecified')`;

const findCallbackCalleeStatement: Statement = {
  name: 'find_callee_of_callback',
  text: `select coalesce(disposition.customer, call.customer)->>'timezone' as timezone,
      coalesce(disposition.customer, call.customer)->>'region' as region,
      ${callbackPurposeSql} as purpose, ${callbackConsentSql} as consent
    from dispositions disposition left join calls call on call.workspace_id = $1 and call.id = disposition.call_id
    where disposition.workspace_id = $1 and disposition.id = $2`,
  isLookup: true,
};

/** Returns the callee, or undefined if the callback does not exist. */
export function findCallbackCallee(
  db: Queryable,
  { workspaceId, dispositionId }: CallbackKey,
): Promise<CallbackCallee | undefined> {
  return db.row<CallbackCallee>(findCallbackCalleeStatement, [workspaceId, dispositionId]);
}

/** A disposition to follow up, with data of the call that created it, if any ("that call"). */
export interface LockedCallback {
  readonly id: string;
  readonly workspaceId: string;
  readonly callId: string | null;
  readonly phoneNumber: string;
  readonly scheduledAt: Date;
  /** Number of earlier calls. */
  readonly attempt: number;
  readonly agentId: string | null;
  readonly batchId: string | null;
  readonly disposition: string;
  /** Null until the first follow-up. */
  readonly expiresAt: Date | null;
  readonly suppressed: boolean;
  /** The workspace's number in that call. */
  readonly ownNumber: string | null;
  readonly customer: Customer | null;
  readonly dynamic: Readonly<Record<string, VariableValue>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly overrides: AgentOverrides | null;
  readonly record: boolean | null;
  readonly maxDurationSeconds: number | null;
  /** Purpose of that call, otherwise of the agent. */
  readonly purpose: Purpose;
  /** Whether the callee agreed on the callback in that call, or consented to that call. */
  readonly consent: boolean;
  /** Whether a test key caused the callback. */
  readonly testOnly: boolean;
}

const lockCallbackStatement: Statement = {
  name: 'lock_callback',
  text: `select disposition.id, disposition.workspace_id as "workspaceId", disposition.call_id as "callId",
      disposition.phone_number as "phoneNumber", disposition.scheduled_at as "scheduledAt", disposition.attempt,
      disposition.agent_id as "agentId", disposition.batch_id as "batchId", disposition.disposition,
      disposition.expires_at as "expiresAt", ${suppressedSql(`'voice'`, 'disposition.phone_number')} as suppressed,
      case call.direction when 'outbound' then call.from_number else call.to_number end as "ownNumber",
      coalesce(disposition.customer, call.customer) as customer, coalesce(disposition.dynamic, call.dynamic) as dynamic, call.metadata, call.overrides, call.record, call.max_duration_seconds as "maxDurationSeconds",
      ${callbackPurposeSql} as purpose, ${callbackConsentSql} as consent,
      disposition.test_only or coalesce(call.test_only, false) as "testOnly"
    from dispositions disposition left join calls call on call.workspace_id = $1 and call.id = disposition.call_id
    where disposition.workspace_id = $1 and disposition.id = $2 and disposition.status = 'pending'
      and disposition.scheduled_at <= $3
    for update of disposition skip locked`,
};

/**
 * Locks a due callback until the transaction ends. Returns undefined if it is not due or another transaction has locked
 * it. A concurrency slot must be acquired before, so that no transaction waits for a counter while it holds a callback.
 */
export function lockCallback(
  tx: Queryable,
  { workspaceId, dispositionId, at }: CallbackKey & { readonly at: Date },
): Promise<LockedCallback | undefined> {
  return tx.row<LockedCallback>(lockCallbackStatement, [workspaceId, dispositionId, at]);
}

export interface CallbackStart extends CallbackKey {
  /** The call that follows the disposition up. */
  readonly callId: string;
  /** Maximum number of calls of the callback. */
  readonly maxAttempts: number;
  /** No call is made after this time. Ignored if an earlier follow-up has set an expiry. */
  readonly expiresAt: Date;
  readonly at: Date;
}

const beginCallbackStatement: Statement = {
  name: 'begin_callback',
  text: `with begun as (
      update dispositions set status = 'in_progress', follow_up_call_id = $3, times_due = times_due + 1,
        tries_left = coalesce(tries_left, $4) - 1, expires_at = coalesce(expires_at, $5), updated_at = $6
      where workspace_id = $1 and id = $2 and status = 'pending'
      returning *)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $7, workspace_id, 'disposition.due', id, times_due + 1, jsonb_build_object('dispositionId', id,
      'disposition', disposition, 'status', status, 'scheduledAt', ${isoTime('scheduled_at')}, 'callId', call_id,
      'followUpCallId', follow_up_call_id, 'agentId', agent_id, 'phoneNumber', phone_number, 'notes', notes, 'transferRequested', coalesce((
        select transfer_requested from calls where workspace_id = $1 and calls.id = begun.call_id), false), 'sequence', times_due + 1), $6
    from begun`,
  writesEvents: true,
};

/**
 * Sets a callback to `in_progress` and publishes `disposition.due`. Runs in the transaction that locks the callback and
 * inserts its call.
 */
export async function beginCallback(tx: Queryable, start: CallbackStart): Promise<void> {
  await tx.execute(beginCallbackStatement, [
    start.workspaceId,
    start.dispositionId,
    start.callId,
    start.maxAttempts,
    start.expiresAt,
    start.at,
    newId('event'),
  ]);
}

/** New state of a callback whose call is not made now. */
export interface SettledCallback extends CallbackKey {
  readonly status: 'pending' | 'cancelled' | 'expired' | 'failed';
  /** New due time; null: unchanged. */
  readonly scheduledAt: Date | null;
  /** Null: the configured number of days after the due time. */
  readonly expiresAt: Date | null;
  /** Message that is appended to the notes once, unless the notes would become too long. */
  readonly note: string | null;
  readonly at: Date;
}

const settleCallbackStatement: Statement = {
  name: 'settle_callback',
  text: `update dispositions set status = $3, scheduled_at = coalesce($4, scheduled_at), expires_at = $5, updated_at = $7,
      notes = case when position($6 in notes) > 0 or length(notes) + length($6) >= 2000 then notes
        else concat_ws(E'\\n', nullif(notes, ''), $6) end
    where workspace_id = $1 and id = $2 and status = 'pending'`,
};

/** Updates a callback in the transaction that locked it. */
export async function settleCallback(tx: Queryable, settled: SettledCallback): Promise<void> {
  await tx.execute(settleCallbackStatement, [
    settled.workspaceId,
    settled.dispositionId,
    settled.status,
    settled.scheduledAt,
    settled.expiresAt,
    settled.note,
    settled.at,
  ]);
}
