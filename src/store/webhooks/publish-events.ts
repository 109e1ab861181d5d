import type { Queryable, Statement } from '../queryable.ts';

/** An event and an enabled endpoint that receives it: it subscribes to the type, or is tested by a `webhook.test`. */
export interface EventForEndpoint {
  readonly endpointId: string;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly subjectId: string;
  readonly sequence: number;
}

export interface PublishedEvents {
  /** Number of events that were published. */
  readonly count: number;
  /** The events for each endpoint, in the order of their positions. */
  readonly subscribed: readonly EventForEndpoint[];
}

/** Serializes the publication: positions are assigned and committed one transaction after the other. */
const lockPublication: Statement = {
  name: 'lock_event_publication',
  text: `select last_position as "lastPosition" from event_publication for update`,
};

const publish: Statement = {
  name: 'publish_events',
  text: `with due as (
      select id, row_number() over (order by position) as place
      from (select id, position from events where dispatched_at is null order by position limit $2) oldest),
    published as (
      update events e set dispatched_at = now(), published_position = $1::bigint + due.place
      from due where e.id = due.id
      returning e.id, e.workspace_id, e.type, e.subject_id, e.sequence, e.published_position),
    counted as (
      update event_publication set last_position = last_position + (select count(*) from due)
      where exists (select from due))
    select (select count(*) from due)::int as count,
      coalesce((
        select json_agg(json_build_object('endpointId', w.id, 'workspaceId', p.workspace_id, 'eventId', p.id,
          'eventType', p.type, 'subjectId', p.subject_id, 'sequence', p.sequence) order by p.published_position)
        from published p join webhook_endpoints w on w.workspace_id = p.workspace_id and w.status = 'enabled'
          and (w.events && array['*', p.type] and p.type <> 'webhook.test' or w.id = p.subject_id)), '[]') as subscribed`,
};

/** Assigns positions to at most `limit` committed events, in the order of their insertion. Requires a system transaction. */
export async function publishEvents(tx: Queryable, limit: number): Promise<PublishedEvents> {
  const { lastPosition } = (await tx.row<{ lastPosition: number }>(lockPublication))!;
  return (await tx.row<PublishedEvents>(publish, [lastPosition, limit]))!;
}

export interface ReplayFilters {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** Event types, or only `*`. */
  readonly events: readonly string[];
  /** Both inclusive. */
  readonly from: Date;
  readonly to: Date;
  /** Whether events are omitted that were delivered to the endpoint. */
  readonly undeliveredOnly: boolean;
  readonly limit: number;
}

const listReplayedEventsStatement: Statement = {
  name: 'list_replayed_events',
  text: `select $2 as "endpointId", workspace_id as "workspaceId", id as "eventId", type as "eventType",
      subject_id as "subjectId", sequence, created_at as "eventAt"
    from events e
    where workspace_id = $1 and created_at >= $4 and created_at <= $5 and published_position is not null
      and type <> 'webhook.test' and ($3::text[] = '{*}' or type = any($3))
      and not ($6 and exists (select from webhook_deliveries d
        where d.endpoint_id = $2 and d.event_id = e.id and d.status = 'succeeded'))
    order by created_at, id limit $7`,
};

/** Lists published events of a time range to which an endpoint subscribes, oldest first. */
export function listReplayedEvents(
  db: Queryable,
  { workspaceId, endpointId, events, from, to, undeliveredOnly, limit }: ReplayFilters,
): Promise<(EventForEndpoint & { readonly eventAt: Date })[]> {
  return db.rows(listReplayedEventsStatement, [
    workspaceId,
    endpointId,
    events,
    from,
    to,
    undeliveredOnly,
    limit,
  ]);
}

/** Events and deliveries are kept for this long. */
const keptFor = '30 days';
/** Rows per statement, so that no statement holds its locks for long. */
const batchSize = 1_000;

/** The deliveries and attempts of an event are deleted with the event. */
const purge: Statement = {
  name: 'purge_events',
  text: `delete from events where id in (
      select id from events where created_at < now() - interval '${keptFor}' and published_position is not null
      order by created_at limit $1)`,
};

/** Deletes the job groups of deleted endpoints. A job group limits the concurrent deliveries to its endpoint. */
const purgeGroups: Statement = {
  name: 'purge_webhook_groups',
  text: `delete from job_groups g where g.id like 'whk\\_%'
      and not exists (select from webhook_endpoints w where w.id = g.id)
      and not exists (select from jobs j where j.group_id = g.id)`,
};

/** Deletes expired events with their deliveries. Requires the system scope. Returns how many events were deleted. */
export async function purgeEvents(db: Queryable): Promise<number> {
  await db.execute(purgeGroups);
  for (let total = 0; ;) {
    const count = await db.execute(purge, [batchSize]);
    total += count;
    if (count < batchSize) return total;
  }
}
