import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import {
  cancelDeliveries,
  lockWebhookEndpoint,
  updateWebhookEndpoint,
} from '../../store/webhooks/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { webhookDescription, webhookEvents, webhookUrl, webhookUrlFaults } from './webhook-input.ts';
import { toWebhookResponse, webhookParameter, WebhookResponse } from './webhook-response.ts';

const WebhookPatch = z
  .strictObject({
    url: webhookUrl.optional(),
    events: webhookEvents.optional(),
    description: webhookDescription.optional(),
    status: z.enum(['enabled', 'disabled']).optional().meta({
      description: '`disabled` cancels the open deliveries. `enabled` also ends an automatic disablement.',
    }),
  })
  .meta({
    id: 'WebhookPatch',
    examples: [{ status: 'disabled' }],
  });

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/v1/api/webhooks/{webhookId}',
  operationId: 'updateWebhook',
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint',
  description:
    'Omitted fields keep their value. Events that occur while the endpoint is disabled are not delivered; request a redelivery of the time range to receive them.',
  scope: 'webhooks:write',
  parameters: webhookParameter,
  body: WebhookPatch,
  reply: WebhookResponse,

  async problemOfInvalidBody({ input, faults }, { egressPolicy }) {
    return problemFromFaults([...faults, ...webhookUrlFaults(egressPolicy, input)]);
  },

  async handle({ caller: { workspaceId }, path: { webhookId: id }, body, requestRecord }, context) {
    const { egressPolicy, database, clock } = context;
    rejectFaults(webhookUrlFaults(egressPolicy, body));
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const webhook = (await lockWebhookEndpoint(tx, { workspaceId, id })) ?? reject('webhook_not_found');
      const isReenabled = body.status === 'enabled' && webhook.status !== 'enabled';
      const row = {
        ...webhook,
        ...definedFields(body),
        ...(isReenabled && { statusDetail: null, failingSince: null }),
        updatedAt: at,
      };
      await updateWebhookEndpoint(tx, row);
      if (row.status === 'disabled') await cancelDeliveries(tx, { workspaceId, id, at });
      return requestRecord.storeResponse(tx, toWebhookResponse(row));
    });
  },
});

function definedFields({ url, events, description, status }: z.output<typeof WebhookPatch>) {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
  };
}
