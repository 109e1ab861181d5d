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
const lock: Statement = {
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
  const { lastPosition } = (await tx.row<{ lastPosition: number }>(lock))!;
  return (await tx.row<PublishedEvents>(publish, [lastPosition, limit]))!;
}
