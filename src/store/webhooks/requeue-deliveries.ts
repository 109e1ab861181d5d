import type { Queryable, Statement } from '../queryable.ts';
import type { EventForEndpoint } from './publish-events.ts';
import { lockOpenDeliveries } from './queue-deliveries.ts';

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
