import { rescheduleJobs } from '../jobs/enqueue-job.ts';
import type { Queryable } from '../store/queryable.ts';
import type { WebhookEndpointRow } from '../store/webhooks/endpoint-row.ts';
import { listReplayedEvents } from '../store/webhooks/list-replayed-events.ts';
import type { EventForEndpoint } from '../store/webhooks/publish-events.ts';
import { expediteDeliveries, queueDeliveries } from '../store/webhooks/queue-deliveries.ts';
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

/** Queues events for an endpoint, in a transaction. Those whose delivery waits for a retry are sent now. */
export async function queueEvents(
  tx: Queryable,
  endpoint: { readonly workspaceId: string; readonly endpointId: string },
  events: readonly EventForEndpoint[],
  at: Date,
): Promise<void> {
  const eventIds = events.map(({ eventId }) => eventId);
  const keys = await expediteDeliveries(tx, endpoint, eventIds, at);
  const { workspaceId } = endpoint;
  await rescheduleJobs(tx, { workspaceId, kinds: [healthyKind, unhealthyKind], keys }, at);
  await enqueueDeliveries(tx, await queueDeliveries(tx, events, at));
}

/**
 * Queues the stored events of a time range for an endpoint, oldest first. Returns how many, and where the next call continues if there
 * are more.
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
