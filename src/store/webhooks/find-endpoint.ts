import type { Queryable, Statement } from '../queryable.ts';
import { endpointColumns, type WebhookEndpointRow } from './endpoint-row.ts';

const find: Statement = {
  name: 'find_webhook_endpoint',
  text: `select ${endpointColumns} from webhook_endpoints where workspace_id = $1 and id = $2`,
  isLookup: true,
};

const lock: Statement = {
  name: 'lock_webhook_endpoint',
  text: `select ${endpointColumns} from webhook_endpoints where workspace_id = $1 and id = $2 for update`,
};

export interface EndpointKey {
  readonly workspaceId: string;
  readonly id: string;
}

export function findWebhookEndpoint(
  db: Queryable,
  { workspaceId, id }: EndpointKey,
): Promise<WebhookEndpointRow | undefined> {
  return db.row(find, [workspaceId, id]);
}

/** Locks the endpoint until the end of the transaction. */
export function lockWebhookEndpoint(
  tx: Queryable,
  { workspaceId, id }: EndpointKey,
): Promise<WebhookEndpointRow | undefined> {
  return tx.row(lock, [workspaceId, id]);
}
