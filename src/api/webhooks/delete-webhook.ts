import { reject } from '../../core/problems.ts';
import { deleteWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { webhookParameter } from './webhook-response.ts';

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/v1/api/webhooks/{webhookId}',
  operationId: 'deleteWebhook',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint with its delivery log. Open deliveries are not sent.',
  scope: 'webhooks:write',
  parameters: webhookParameter,
  reply: deletedResponse('webhook'),

  async handle({ caller: { workspaceId }, path: { webhookId: id }, requestRecord }, { database }) {
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      if (!(await deleteWebhookEndpoint(tx, { workspaceId, id }))) reject('webhook_not_found');
      return requestRecord.storeResponse(tx, { id, deleted: true as const });
    });
  },
});
