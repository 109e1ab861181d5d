import { webhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';
import { listWebhookEndpoints } from '../../store/webhooks/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, listResponse, listResponseSchema, listWindow } from '../paging.ts';
import { toWebhookResponse, WebhookResponse } from './webhook-response.ts';

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/v1/api/webhooks',
  operationId: 'listWebhooks',
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description: 'Sorted newest first. Secrets are not included.',
  scope: 'webhooks:read',
  query: listQuery({ status: webhookEndpointStatus.optional() }),
  reply: listResponseSchema('webhooks', WebhookResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const filters = { workspaceId, status: query.status, ...listWindow(query) };
    const found = await listWebhookEndpoints(database.inWorkspace(workspaceId), filters);
    return listResponse('webhooks', query, found, toWebhookResponse);
  },
});
