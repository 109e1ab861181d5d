import { newId } from '../../core/ids.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { EventForEndpoint } from './publish-events.ts';

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
const lock: Statement = {
  name: 'lock_open_deliveries',
  text: `select from webhook_deliveries d
    where workspace_id = any($3) and status in ('waiting', 'pending') and (endpoint_id, subject_id) in (
      select endpoint_id, subject_id from unnest($1::text[], $2::text[]) as added (endpoint_id, subject_id))
    order by id for update`,
};

export function lockOpenDeliveries(tx: Queryable, events: readonly EventForEndpoint[]): Promise<number> {
  return tx.execute(lock, [
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
