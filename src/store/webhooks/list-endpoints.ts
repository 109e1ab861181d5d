import type { WebhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { endpointColumns, type WebhookEndpointRow } from './endpoint-row.ts';

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
