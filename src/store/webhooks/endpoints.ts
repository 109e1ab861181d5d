import type { WebhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';

/** A secret that also signs until the end of its overlap. */
export interface PreviousSecret {
  /** Encrypted. */
  readonly secret: string;
  /** ISO 8601. */
  readonly until: string;
}

/** A webhook endpoint as stored. */
export interface WebhookEndpointRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly url: string;
  /** Event types, or only `*`. */
  readonly events: string[];
  readonly description: string;
  readonly status: WebhookEndpointStatus;
  /** Why the endpoint was disabled automatically. */
  readonly statusDetail: string | null;
  /** Encrypted. */
  readonly secret: string;
  /** Newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** Time of the first failed attempt since the last successful one, or since the endpoint was enabled again. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const endpointColumns = `id, workspace_id as "workspaceId", url, events, description, status,
  status_detail as "statusDetail", secret, previous_secrets as "previousSecrets",
  failing_since as "failingSince", last_success_at as "lastSuccessAt",
  created_at as "createdAt", updated_at as "updatedAt"`;

const findEndpointStatement: Statement = {
  name: 'find_webhook_endpoint',
  text: `select ${endpointColumns} from webhook_endpoints where workspace_id = $1 and id = $2`,
  isLookup: true,
};

const lockEndpointStatement: Statement = {
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
  return db.row(findEndpointStatement, [workspaceId, id]);
}

/** Locks the endpoint until the end of the transaction. */
export function lockWebhookEndpoint(
  tx: Queryable,
  { workspaceId, id }: EndpointKey,
): Promise<WebhookEndpointRow | undefined> {
  return tx.row(lockEndpointStatement, [workspaceId, id]);
}

export interface EndpointFilters {
  readonly workspaceId: string;
  readonly status?: WebhookEndpointStatus | undefined;
}

export function listWebhookEndpoints(
  db: Queryable,
  { workspaceId, status, ...window }: EndpointFilters & ListWindow,
): Promise<ListPage<WebhookEndpointRow>> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId).add('status = ?', status);
  return listPage(db, { table: 'webhook_endpoints', columns: endpointColumns, conditions }, window);
}

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
const lockWorkspace: Statement = {
  name: 'lock_workspace_of_endpoint',
  text: `select from workspaces where id = $1 for update`,
};

const insertEndpointStatement: Statement = {
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
  await tx.write(lockWorkspace, [workspaceId]);
  return tx.row(insertEndpointStatement, [id, workspaceId, url, events, description, secret, at, limit]);
}

const updateEndpointStatement: Statement = {
  name: 'update_webhook_endpoint',
  text: `update webhook_endpoints set url = $3, events = $4, description = $5, status = $6, status_detail = $7,
      secret = $8, previous_secrets = $9, failing_since = $10, last_success_at = $11, updated_at = $12
    where workspace_id = $1 and id = $2`,
};

/** Stores all fields of an endpoint that the transaction has locked. */
export async function updateWebhookEndpoint(tx: Queryable, row: WebhookEndpointRow): Promise<void> {
  await tx.write(updateEndpointStatement, [
    row.workspaceId,
    row.id,
    row.url,
    row.events,
    row.description,
    row.status,
    row.statusDetail,
    row.secret,
    json(row.previousSecrets),
    row.failingSince,
    row.lastSuccessAt,
    row.updatedAt,
  ]);
}

const cancel: Statement = {
  name: 'cancel_webhook_deliveries',
  text: `update webhook_deliveries set status = 'cancelled', next_attempt_at = null, completed_at = $3
    where workspace_id = $1 and endpoint_id = $2 and status in ('waiting', 'pending')`,
};

/** Cancels the open deliveries of an endpoint. Returns how many. */
export function cancelDeliveries(
  tx: Queryable,
  { workspaceId, id, at }: { readonly workspaceId: string; readonly id: string; readonly at: Date },
): Promise<number> {
  return tx.execute(cancel, [workspaceId, id, at]);
}

const remove: Statement = {
  name: 'delete_webhook_endpoint',
  text: `delete from webhook_endpoints where workspace_id = $1 and id = $2`,
};

/** Deletes an endpoint with its deliveries. Returns whether it existed. */
export async function deleteWebhookEndpoint(
  tx: Queryable,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<boolean> {
  return (await tx.execute(remove, [workspaceId, id])) > 0;
}
