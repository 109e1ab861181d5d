import type { Clock } from '../core/clock.ts';
import type { Random } from '../core/random.ts';
import { retryDelayMs } from '../domain/webhooks/retry-schedule.ts';
import { insertAuditEntry } from '../store/audit-log.ts';
import type { Queryable } from '../store/database.ts';
import {
  type DeliveryToSend,
  disableEndpoint,
  recordDeliveryAttempt,
  recordEndpointFailure,
  recordEndpointSuccess,
  releaseDeliveries,
} from '../store/webhooks/deliveries.ts';
import { cancelDeliveries } from '../store/webhooks/endpoints.ts';
import { enqueueDeliveries, isHealthy, limitConcurrency } from './delivery-jobs.ts';
import type { AttemptResult } from './send-delivery.ts';

/** An endpoint whose attempts fail for this long is disabled. */
const disabledAfterMs = 5 * 24 * 3_600_000;

export interface RecordDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'fraction'>;
}

/**
 * Records an attempt: the delivery, the health of its endpoint, the next attempt, and the release of the next event of the same subject.
 * Requires the transaction that completes the job.
 */
export async function recordResult(
  tx: Queryable,
  delivery: DeliveryToSend,
  result: AttemptResult,
  { clock, random }: RecordDependencies,
): Promise<void> {
  const at = new Date(clock.now());
  const { attempt, isSuccess, retryAfterMs } = result;
  const disabledBecause = isSuccess ? undefined : reasonToDisable(delivery, result, at);
  const isRetried = !isSuccess && disabledBecause === undefined;
  const delayMs = isRetried ? retryDelayMs(delivery.retries, retryAfterMs, random) : undefined;
  const nextAttemptAt = delayMs === undefined ? null : new Date(at.getTime() + delayMs);
  const status = statusAfter(isSuccess, nextAttemptAt);
  await recordDeliveryAttempt(tx, { delivery, attempt, status, nextAttemptAt, at });
  await recordHealth(tx, delivery, isSuccess, at);
  if (disabledBecause !== undefined) return disable(tx, delivery, disabledBecause, at);
  const { workspaceId, endpointId, subjectId } = delivery;
  const subject = { workspaceId, endpointId, subjectIds: [subjectId] };
  const next = delivery.blocksLater ? await releaseDeliveries(tx, subject, at) : [];
  const retry = nextAttemptAt === null ? [] : [{ ...delivery, runAt: nextAttemptAt }];
  await enqueueDeliveries(
    tx,
    [...retry, ...next].map((one) => ({ ...one, isEndpointHealthy: isSuccess })),
  );
}

function statusAfter(isSuccess: boolean, nextAttemptAt: Date | null): 'succeeded' | 'pending' | 'failed' {
  if (isSuccess) return 'succeeded';
  return nextAttemptAt === null ? 'failed' : 'pending';
}

function reasonToDisable(
  { failingSince }: DeliveryToSend,
  { isGone }: AttemptResult,
  at: Date,
): string | undefined {
  if (isGone) return 'The endpoint responded with 410 Gone.';
  if (failingSince === null || at.getTime() - failingSince.getTime() < disabledAfterMs) return undefined;
  return 'Every attempt of the last five days failed.';
}

/** Stores the health of the endpoint. Lowers its limit of concurrent requests after a failure, and raises it after a success. */
async function recordHealth(
  tx: Queryable,
  delivery: DeliveryToSend,
  isSuccess: boolean,
  at: Date,
): Promise<void> {
  const { endpointId: id, workspaceId } = delivery;
  await (isSuccess ? recordEndpointSuccess(tx, id, at) : recordEndpointFailure(tx, id, at));
  if (isHealthy(delivery) === isSuccess) return;
  await limitConcurrency(tx, { id, workspaceId }, { isHealthy: isSuccess });
}

async function disable(
  tx: Queryable,
  { endpointId, workspaceId }: DeliveryToSend,
  reason: string,
  at: Date,
): Promise<void> {
  if (!(await disableEndpoint(tx, endpointId, reason, at))) return;
  await cancelDeliveries(tx, { workspaceId, id: endpointId, at });
  await insertAuditEntry(tx, {
    workspaceId,
    actorType: 'system',
    action: 'webhook.disabled',
    subjectId: endpointId,
    details: { reason },
    at,
  });
}
