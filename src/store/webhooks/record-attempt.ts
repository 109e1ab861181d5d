import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import type { DeliveryToSend } from './find-delivery-to-send.ts';

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
const update: Statement = {
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

const insert: Statement = {
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
  await tx.write(update, [delivery.id, status, nextAttemptAt, delivery.isOutOfOrder, statusCode, error, at]);
  await tx.write(insert, [
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
