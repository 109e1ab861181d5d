import type { WebhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { PreviousSecret } from './endpoint-row.ts';

/** All that is needed to send a delivery. */
export interface DeliveryToSend {
  readonly id: string;
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly eventAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
  readonly subjectId: string;
  readonly attempts: number;
  readonly retries: number;
  readonly blocksLater: boolean;
  /** Whether an earlier event of the subject is not delivered yet. */
  readonly isOutOfOrder: boolean;
  readonly url: string;
  readonly endpointStatus: WebhookEndpointStatus;
  readonly secret: string;
  readonly previousSecrets: readonly PreviousSecret[];
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
}

const statement: Statement = {
  name: 'find_delivery_to_send',
  text: `select d.id, d.workspace_id as "workspaceId", d.endpoint_id as "endpointId", d.event_id as "eventId",
      d.event_type as "eventType", e.created_at as "eventAt", e.data, d.subject_id as "subjectId", d.attempts, d.retries,
      d.blocks_later as "blocksLater",
      exists (select from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id
        and earlier.subject_id = d.subject_id and earlier.sequence < d.sequence
        and earlier.status in ('waiting', 'pending')) as "isOutOfOrder",
      w.url, w.status as "endpointStatus", w.secret, w.previous_secrets as "previousSecrets",
      w.failing_since as "failingSince",
      w.last_success_at as "lastSuccessAt"
    from webhook_deliveries d join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id
    where d.id = $1 and d.status = 'pending'`,
  isLookup: true,
};

/** Returns undefined if the delivery is not pending any more, or was deleted with its endpoint. */
export function findDeliveryToSend(db: Queryable, id: string): Promise<DeliveryToSend | undefined> {
  return db.row(statement, [id]);
}
