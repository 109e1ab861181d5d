import { reject } from '../../core/problems.ts';
import { findWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { toWebhookResponse, webhookParameter, WebhookResponse } from './webhook-response.ts';

export const getWebhook = endpoint({
  method: 'GET',
  path: '/v1/api/webhooks/{webhookId}',
  operationId: 'getWebhook',
  tag: 'Webhooks',
  summary: 'Get a webhook endpoint',
  scope: 'webhooks:read',
  parameters: webhookParameter,
  reply: WebhookResponse,

  async handle({ caller: { workspaceId }, path: { webhookId } }, { database }) {
    const row = await findWebhookEndpoint(database.inWorkspace(workspaceId), { workspaceId, id: webhookId });
    return toWebhookResponse(row ?? reject('webhook_not_found'));
  },
});
