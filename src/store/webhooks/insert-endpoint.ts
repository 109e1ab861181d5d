import type { Queryable, Statement } from '../queryable.ts';
import { endpointColumns, type WebhookEndpointRow } from './endpoint-row.ts';

export interface NewWebhookEndpoint {
  readonly id: string;
  readonly workspaceId: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string;
  /** Encrypted. */
  readonly secret: string;
  readonly at: Date;
  /** Maximum number of endpoints of the workspace. */
  readonly limit: number;
}

/** Locks the workspace, so that concurrent requests cannot exceed the limit. */
const lock: Statement = {
  name: 'lock_workspace_of_endpoint',
  text: `select from workspaces where id = $1 for update`,
};

const insert: Statement = {
  name: 'insert_webhook_endpoint',
  text: `insert into webhook_endpoints
      (id, workspace_id, url, events, description, status, secret, created_at, updated_at)
    select $1, $2, $3, $4, $5, 'enabled', $6, $7, $7
    where (select count(*) from webhook_endpoints where workspace_id = $2) < $8
    returning ${endpointColumns}`,
};

/** Inserts an endpoint, in a transaction. Returns undefined if the workspace has `limit` endpoints. */
export async function insertWebhookEndpoint(
  tx: Queryable,
  { id, workspaceId, url, events, description, secret, at, limit }: NewWebhookEndpoint,
): Promise<WebhookEndpointRow | undefined> {
  await tx.write(lock, [workspaceId]);
  return tx.row(insert, [id, workspaceId, url, events, description, secret, at, limit]);
}
