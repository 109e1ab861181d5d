import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { DeliveryStatus } from '../../domain/webhooks/endpoint.ts';
import type { DeliveryAttempt } from './deliveries.ts';

/** A delivery as stored. */
export interface DeliveryRow {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly subjectId: string;
  readonly sequence: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly isOutOfOrder: boolean;
  readonly nextAttemptAt: Date | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface DeliveryFilters {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: string | undefined;
  readonly eventId?: string | undefined;
  /** Id of the call, agent or other subject of the event. */
  readonly subjectId?: string | undefined;
}

const columns = `id, endpoint_id as "endpointId", event_id as "eventId", event_type as "eventType",
  subject_id as "subjectId", sequence, status, attempts, is_out_of_order as "isOutOfOrder",
  next_attempt_at as "nextAttemptAt", last_status_code as "lastStatusCode", last_error as "lastError",
  created_at as "createdAt", completed_at as "completedAt"`;

export function listDeliveries(
  db: Queryable,
  { workspaceId, endpointId, status, eventType, eventId, subjectId, ...window }: DeliveryFilters & ListWindow,
): Promise<ListPage<DeliveryRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add('endpoint_id = ?', endpointId)
    .add('status = ?', status)
    .add('event_type = ?', eventType)
    .add('event_id = ?', eventId)
    .add('subject_id = ?', subjectId);
  return listPage(db, { table: 'webhook_deliveries', columns, conditions }, window);
}

const find: Statement = {
  name: 'find_webhook_delivery',
  text: `select ${columns} from webhook_deliveries where workspace_id = $1 and endpoint_id = $2 and id = $3`,
  isLookup: true,
};

export function findDelivery(
  db: Queryable,
  key: { readonly workspaceId: string; readonly endpointId: string; readonly id: string },
): Promise<DeliveryRow | undefined> {
  return db.row(find, [key.workspaceId, key.endpointId, key.id]);
}

const attempts: Statement = {
  name: 'list_delivery_attempts',
  text: `select attempt, url, request_headers as "requestHeaders", started_at as "startedAt",
      duration_ms as "durationMs", status_code as "statusCode", error, response_headers as "responseHeaders",
      response_body as "responseBody"
    from webhook_attempts where workspace_id = $1 and delivery_id = $2 order by attempt desc limit 100`,
};

/** Returns the last hundred attempts, newest first. */
export function listDeliveryAttempts(
  db: Queryable,
  key: { readonly workspaceId: string; readonly id: string },
): Promise<(DeliveryAttempt & { readonly attempt: number })[]> {
  return db.rows(attempts, [key.workspaceId, key.id]);
}
