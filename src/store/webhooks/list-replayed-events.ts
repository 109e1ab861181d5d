import type { Queryable, Statement } from '../queryable.ts';
import type { EventForEndpoint } from './publish-events.ts';

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

const statement: Statement = {
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
  return db.rows(statement, [workspaceId, endpointId, events, from, to, undeliveredOnly, limit]);
}
