import { removeQueuedJobs } from '../jobs/remove-queued-jobs.ts';
import type { Queryable } from '../store/queryable.ts';
import type { WebhookEndpointRow } from '../store/webhooks/endpoints.ts';
import { type EventForEndpoint, listReplayedEvents } from '../store/webhooks/publish-events.ts';
import {
  lockPendingDeliveries,
  makeDeliveriesWait,
  queueDeliveries,
  releaseDeliveries,
} from '../store/webhooks/deliveries.ts';
import { enqueueDeliveries, healthyKind, unhealthyKind } from './delivery-jobs.ts';

/** Events per request. */
export const maxReplayedEvents = 10_000;

export interface ReplayRange {
  /** Both inclusive. */
  readonly from: Date;
  readonly to: Date;
  /** Whether events that were delivered to the endpoint are skipped. */
  readonly undeliveredOnly: boolean;
}

/**
 * Queues events for an endpoint. Requires a transaction. Deliveries that wait for a retry are sent at once. The events of one subject are
 * sent in order.
 */
export async function queueEvents(
  tx: Queryable,
  endpoint: { readonly workspaceId: string; readonly endpointId: string },
  events: readonly EventForEndpoint[],
  at: Date,
): Promise<void> {
  const { workspaceId } = endpoint;
  const keys = await lockPendingDeliveries(tx, events);
  await makeDeliveriesWait(
    tx,
    await removeQueuedJobs(tx, { workspaceId, kinds: [healthyKind, unhealthyKind], keys }),
  );
  const due = await queueDeliveries(tx, events, at);
  const subjectIds = [...new Set(events.map(({ subjectId }) => subjectId))];
  const released = await releaseDeliveries(tx, { ...endpoint, subjectIds }, at);
  await enqueueDeliveries(tx, [...due, ...released]);
}

/**
 * Queues the stored events of a time range for an endpoint, oldest first. Returns their number, and `nextFrom`, where the next request
 * continues if there are more.
 */
export async function queueEventsBetween(
  tx: Queryable,
  { id: endpointId, workspaceId, events: types }: WebhookEndpointRow,
  range: ReplayRange,
  at: Date,
): Promise<{ queued: number; nextFrom: Date | undefined }> {
  const limit = maxReplayedEvents + 1;
  const found = await listReplayedEvents(tx, { workspaceId, endpointId, events: types, ...range, limit });
  const events = found.slice(0, maxReplayedEvents);
  await queueEvents(tx, { workspaceId, endpointId }, events, at);
  return { queued: events.length, nextFrom: found[maxReplayedEvents]?.eventAt };
}
