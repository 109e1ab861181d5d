import { newId } from '../../core/ids.ts';
import type { WebhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';
import { json, type Queryable, type Statement, withoutNul } from '../queryable.ts';
import type { PreviousSecret } from './endpoints.ts';
import type { EventForEndpoint } from './publish-events.ts';

/** All that is needed to send a delivery. */
export interface DeliveryToSend {
  readonly id: string;
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly eventAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly subjectId: string;
  readonly attempts: number;
  readonly retries: number;
  readonly blocksLater: boolean;
  /** Whether an earlier event of the subject is not delivered yet. */
  readonly isOutOfOrder: boolean;
  readonly url: string;
  readonly endpointStatus: WebhookEndpointStatus;
  readonly secret: string;
  readonly previousSecrets: readonly PreviousSecret[];
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
}

const findDeliveryToSendStatement: Statement = {
  name: 'find_delivery_to_send',
  text: `select d.id, d.workspace_id as "workspaceId", d.endpoint_id as "endpointId", d.event_id as "eventId",
      d.event_type as "eventType", e.created_at as "eventAt", e.data, d.subject_id as "subjectId", d.attempts, d.retries,
      d.blocks_later as "blocksLater",
      exists (select from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id
        and earlier.subject_id = d.subject_id and earlier.sequence < d.sequence
        and earlier.status in ('waiting', 'pending')) as "isOutOfOrder",
      w.url, w.status as "endpointStatus", w.secret, w.previous_secrets as "previousSecrets",
      w.failing_since as "failingSince",
      w.last_success_at as "lastSuccessAt"
    from webhook_deliveries d join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id
    where d.id = $1 and d.status = 'pending'`,
  isLookup: true,
};

/** Returns undefined if the delivery is not pending any more, or was deleted with its endpoint. */
export function findDeliveryToSend(db: Queryable, id: string): Promise<DeliveryToSend | undefined> {
  return db.row(findDeliveryToSendStatement, [id]);
}

/** A delivery that can be sent at `runAt`. */
export interface DueDelivery {
  readonly id: string;
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly runAt: Date;
  /** Whether the last attempt of any delivery to the endpoint succeeded. */
  readonly isEndpointHealthy: boolean;
}

const dueColumns = `id, workspace_id as "workspaceId", endpoint_id as "endpointId", next_attempt_at as "runAt",
  (select failing_since is null and last_success_at is not null from webhook_endpoints w where w.id = endpoint_id)
    as "isEndpointHealthy"`;

/**
 * Locks the open deliveries of the same subjects. Without the lock, an open delivery could complete after a new delivery was chosen to
 * wait for it and before the new delivery is inserted.
 */
const lockOpenStatement: Statement = {
  name: 'lock_open_deliveries',
  text: `select from webhook_deliveries d
    where workspace_id = any($3) and status in ('waiting', 'pending') and (endpoint_id, subject_id) in (
      select endpoint_id, subject_id from unnest($1::text[], $2::text[]) as added (endpoint_id, subject_id))
    order by id for update`,
};

export function lockOpenDeliveries(tx: Queryable, events: readonly EventForEndpoint[]): Promise<number> {
  return tx.execute(lockOpenStatement, [
    events.map(({ endpointId }) => endpointId),
    events.map(({ subjectId }) => subjectId),
    events.map(({ workspaceId }) => workspaceId),
  ]);
}

/**
 * A new delivery waits if an open delivery of its subject has not had its first attempt. Otherwise it is due, but not before the first
 * retry of an open delivery. A completed delivery of the same event is queued again.
 */
const queue: Statement = {
  name: 'queue_deliveries',
  text: `with added as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[])
        with ordinality as added (id, workspace_id, endpoint_id, event_id, event_type, subject_id, sequence, place)),
    decided as (
      select added.*,
        exists (select from webhook_deliveries d where d.endpoint_id = added.endpoint_id
          and d.subject_id = added.subject_id and d.status in ('waiting', 'pending') and d.blocks_later)
        or exists (select from added earlier where earlier.endpoint_id = added.endpoint_id
          and earlier.subject_id = added.subject_id and earlier.place < added.place
          and not exists (select from webhook_deliveries d where d.endpoint_id = earlier.endpoint_id
            and d.event_id = earlier.event_id and d.status in ('waiting', 'pending'))) as waits,
        (select max(d.holds_order_until) from webhook_deliveries d where d.endpoint_id = added.endpoint_id
          and d.subject_id = added.subject_id and d.status in ('waiting', 'pending')) as held_until
      from added)
    insert into webhook_deliveries as delivery (id, workspace_id, endpoint_id, event_id, event_type, subject_id,
      sequence, status, next_attempt_at, created_at)
    select id, workspace_id, endpoint_id, event_id, event_type, subject_id, sequence,
      case when waits then 'waiting' else 'pending' end,
      case when not waits then greatest(held_until, $8) end, $8
    from decided order by place
    on conflict (endpoint_id, event_id) do update set status = excluded.status,
      next_attempt_at = excluded.next_attempt_at, retries = 0, blocks_later = true, holds_order_until = null,
      completed_at = null
      where delivery.status not in ('waiting', 'pending')
    returning ${dueColumns}`,
};

type NewDelivery = Omit<DueDelivery, 'runAt'> & { readonly runAt: Date | null };

/** Inserts deliveries in the order of the events, in a transaction. Returns those that do not wait for another one. */
export async function queueDeliveries(
  tx: Queryable,
  events: readonly EventForEndpoint[],
  at: Date,
): Promise<DueDelivery[]> {
  if (events.length === 0) return [];
  await lockOpenDeliveries(tx, events);
  const rows = await tx.rows<NewDelivery>(queue, [
    events.map(() => newId('delivery')),
    events.map(({ workspaceId }) => workspaceId),
    events.map(({ endpointId }) => endpointId),
    events.map(({ eventId }) => eventId),
    events.map(({ eventType }) => eventType),
    events.map(({ subjectId }) => subjectId),
    events.map(({ sequence }) => sequence),
    at,
  ]);
  return rows.filter((row): row is DueDelivery => row.runAt !== null);
}

/**
 * Makes the first waiting delivery of each subject due, unless a pending delivery of the subject has not had its first attempt. If an
 * earlier delivery failed, the delivery is not due before the first retry of the earlier one.
 */
const release: Statement = {
  name: 'release_deliveries',
  text: `update webhook_deliveries d set status = 'pending', next_attempt_at = greatest($4, (
        select max(holds_order_until) from webhook_deliveries earlier
        where earlier.endpoint_id = $2 and earlier.subject_id = d.subject_id and earlier.status in ('waiting', 'pending')))
    where id in (
      select distinct on (subject_id) id from webhook_deliveries w
      where workspace_id = $1 and endpoint_id = $2 and subject_id = any($3) and status = 'waiting'
        and not exists (select from webhook_deliveries b where b.endpoint_id = $2 and b.subject_id = w.subject_id
          and b.status = 'pending' and b.blocks_later)
      order by subject_id, sequence, id)
    returning ${dueColumns}`,
};

export interface DeliverySubjects {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly subjectIds: readonly string[];
}

/** Makes the next waiting delivery of each subject due, in the transaction that changed the delivery before it. */
export function releaseDeliveries(
  tx: Queryable,
  { workspaceId, endpointId, subjectIds }: DeliverySubjects,
  at: Date,
): Promise<DueDelivery[]> {
  return tx.rows(release, [workspaceId, endpointId, subjectIds, at]);
}

/** One request of a delivery and its response. */
export interface DeliveryAttempt {
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** Why there is no complete response. */
  readonly error: string | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

export interface RecordedAttempt {
  readonly delivery: DeliveryToSend;
  readonly attempt: DeliveryAttempt;
  readonly status: 'succeeded' | 'pending' | 'failed';
  /** When the next attempt is due; null unless the status is `pending`. */
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
}

/** A failure of a delivery that was cancelled during the request leaves it cancelled, without a retry. */
const updateDelivery: Statement = {
  name: 'record_delivery_attempt',
  text: `update webhook_deliveries set attempts = attempts + 1,
      status = case when is_cancelled then 'cancelled' else $2 end,
      retries = case when $2 = 'pending' then retries + 1 else retries end,
      holds_order_until = case when blocks_later and $2 = 'pending' then $3 else holds_order_until end,
      blocks_later = false, is_out_of_order = is_out_of_order or $4,
      next_attempt_at = case when is_cancelled then null else $3::timestamptz end, last_status_code = $5,
      last_error = $6, completed_at = case when is_cancelled then completed_at when $2 <> 'pending' then $7::timestamptz end
    from (select id as locked_id, status = 'cancelled' and $2 = 'pending' as is_cancelled from webhook_deliveries
      where id = $1 for update) as locked
    where id = locked_id`,
};

const insertAttempt: Statement = {
  name: 'insert_delivery_attempt',
  text: `insert into webhook_attempts (delivery_id, workspace_id, attempt, url, request_headers, started_at, duration_ms,
      status_code, error, response_headers, response_body)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

/** Records an attempt and the new status of its delivery. */
export async function recordDeliveryAttempt(
  tx: Queryable,
  { delivery, attempt, status, nextAttemptAt, at }: RecordedAttempt,
): Promise<void> {
  const { statusCode, error } = attempt;
  await tx.write(updateDelivery, [
    delivery.id,
    status,
    nextAttemptAt,
    delivery.isOutOfOrder,
    statusCode,
    error,
    at,
  ]);
  await tx.write(insertAttempt, [
    delivery.id,
    delivery.workspaceId,
    delivery.attempts + 1,
    attempt.url,
    json(attempt.requestHeaders),
    attempt.startedAt,
    attempt.durationMs,
    statusCode,
    error,
    json(attempt.responseHeaders),
    attempt.responseBody === null ? null : withoutNul(attempt.responseBody),
  ]);
}

const succeeded: Statement = {
  name: 'record_endpoint_success',
  text: `update webhook_endpoints set failing_since = null, last_success_at = $2
    where id = $1 and (failing_since is not null or last_success_at is null
      or last_success_at < $2::timestamptz - interval '1 minute')`,
};

const failed: Statement = {
  name: 'record_endpoint_failure',
  text: `update webhook_endpoints set failing_since = $2 where id = $1 and failing_since is null`,
};

const disabled: Statement = {
  name: 'disable_webhook_endpoint',
  text: `update webhook_endpoints set status = 'auto_disabled', status_detail = $2, updated_at = $3
    where id = $1 and status = 'enabled'`,
};

export function recordEndpointSuccess(tx: Queryable, endpointId: string, at: Date): Promise<void> {
  return tx.write(succeeded, [endpointId, at]);
}

export function recordEndpointFailure(tx: Queryable, endpointId: string, at: Date): Promise<void> {
  return tx.write(failed, [endpointId, at]);
}

/** Returns false if the endpoint is not enabled any more. */
export async function disableEndpoint(
  tx: Queryable,
  endpointId: string,
  detail: string,
  at: Date,
): Promise<boolean> {
  return (await tx.execute(disabled, [endpointId, detail, at])) > 0;
}

const cancelOne: Statement = {
  name: 'cancel_webhook_delivery',
  text: `with cancelled as (
      update webhook_deliveries set status = 'cancelled', next_attempt_at = null, completed_at = $2
      where id = $1 and status = 'pending' returning endpoint_id, subject_id)
    update webhook_deliveries d set status = 'cancelled', completed_at = $2 from cancelled
    where d.endpoint_id = cancelled.endpoint_id and d.subject_id = cancelled.subject_id and d.status = 'waiting'`,
};

/** Cancels a pending delivery whose endpoint is disabled, and those that wait for it. */
export function cancelDelivery(tx: Queryable, id: string, at: Date): Promise<void> {
  return tx.write(cancelOne, [id, at]);
}

const markOutOfOrderStatement: Statement = {
  name: 'mark_out_of_order',
  text: `update webhook_deliveries set is_out_of_order = true where id = $1 and not is_out_of_order`,
};

/** Marks a delivery that is sent while an earlier event of its subject is not delivered. */
export function markOutOfOrder(db: Queryable, id: string): Promise<void> {
  return db.write(markOutOfOrderStatement, [id]);
}

const pending: Statement = {
  name: 'list_pending_deliveries',
  text: `select d.id from webhook_deliveries d
    join unnest($1::text[], $2::text[]) as event (endpoint_id, event_id)
      on d.endpoint_id = event.endpoint_id and d.event_id = event.event_id
    where d.workspace_id = any($3) and d.status = 'pending'`,
};

/** Locks the open deliveries of the subjects of these events. Returns the ids of the pending deliveries of these events. */
export async function lockPendingDeliveries(
  tx: Queryable,
  events: readonly EventForEndpoint[],
): Promise<string[]> {
  await lockOpenDeliveries(tx, events);
  const endpointIds = events.map(({ endpointId }) => endpointId);
  const eventIds = events.map(({ eventId }) => eventId);
  const workspaceIds = events.map(({ workspaceId }) => workspaceId);
  const rows = await tx.rows<{ id: string }>(pending, [endpointIds, eventIds, workspaceIds]);
  return rows.map(({ id }) => id);
}

const wait: Statement = {
  name: 'make_deliveries_wait',
  text: `update webhook_deliveries set status = 'waiting', next_attempt_at = null, retries = 0, blocks_later = true,
      holds_order_until = null
    where id = any($1) and status = 'pending'`,
};

/** Sets pending deliveries to `waiting`, like new ones: no attempt counts as a retry. The caller must have removed their jobs. */
export async function makeDeliveriesWait(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.write(wait, [ids]);
}
