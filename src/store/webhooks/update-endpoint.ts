import { json, type Queryable, type Statement } from '../queryable.ts';
import type { WebhookEndpointRow } from './endpoint-row.ts';

const update: Statement = {
  name: 'update_webhook_endpoint',
  text: `update webhook_endpoints set url = $3, events = $4, description = $5, status = $6, status_detail = $7,
      secret = $8, previous_secrets = $9, failing_since = $10, last_success_at = $11, updated_at = $12
    where workspace_id = $1 and id = $2`,
};

/** Stores all fields of an endpoint that the transaction has locked. */
export async function updateWebhookEndpoint(tx: Queryable, row: WebhookEndpointRow): Promise<void> {
  await tx.write(update, [
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
