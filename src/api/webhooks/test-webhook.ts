import { z } from 'zod';
import { exampleId } from '../../domain/fields.ts';
import { reject } from '../../core/problems.ts';
import { appendEvent } from '../../store/events.ts';
import { findWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { webhookParameter } from './webhook-response.ts';

const TestResponse = z
  .object({
    eventId: z.string().meta({
      description: 'The `webhook-id` of the test event. The list of deliveries accepts it as `eventId`.',
      examples: [exampleId('event')],
    }),
  })
  .meta({ id: 'WebhookTest' });

export const testWebhook = endpoint({
  method: 'POST',
  path: '/v1/api/webhooks/{webhookId}/test',
  operationId: 'testWebhook',
  tag: 'Webhooks',
  summary: 'Test a webhook endpoint',
  description: 'Sends an event `webhook.test` to this endpoint only. Its delivery has the result.',
  scope: 'webhooks:write',
  parameters: webhookParameter,
  reply: TestResponse,
  errorCodes: ['webhook_disabled'],

  async handle({ caller: { workspaceId }, path: { webhookId: id }, requestRecord }, { database, clock }) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const webhook = (await findWebhookEndpoint(tx, { workspaceId, id })) ?? reject('webhook_not_found');
      if (webhook.status !== 'enabled') reject('webhook_disabled');
      const event = { workspaceId, type: 'webhook.test', subjectId: id, sequence: 1, at };
      const eventId = await appendEvent(tx, { ...event, data: { webhookId: id } });
      return requestRecord.storeResponse(tx, { eventId });
    });
  },
});
