import { reject } from '../../core/problems.ts';
import { findWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { findDelivery } from '../../store/webhooks/list-deliveries.ts';
import { queueEvents } from '../../webhooks/replay.ts';
import { endpoint } from '../endpoint.ts';
import { DeliveryResponse, deliveryParameter, toDeliveryResponse } from './webhook-response.ts';

export const redeliverWebhookDelivery = endpoint({
  method: 'POST',
  path: '/v1/api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
  operationId: 'redeliverWebhookDelivery',
  tag: 'Webhooks',
  summary: 'Redeliver an event',
  description:
    'Sends the event of this delivery again, with the same `webhook-id`. If the delivery waits for a retry, it is sent now.',
  scope: 'webhooks:write',
  parameters: deliveryParameter,
  reply: DeliveryResponse,
  errorCodes: ['webhook_disabled'],

  async handle({ caller: { workspaceId }, path, requestRecord }, { database, clock }) {
    const { webhookId: endpointId, deliveryId: id } = path;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const webhook = await findWebhookEndpoint(tx, { workspaceId, id: endpointId });
      if (webhook === undefined) return reject('webhook_not_found');
      const key = { workspaceId, endpointId, id };
      const delivery = (await findDelivery(tx, key)) ?? reject('delivery_not_found');
      if (webhook.status !== 'enabled') reject('webhook_disabled');
      await queueEvents(tx, { workspaceId, endpointId }, [{ ...delivery, workspaceId }], at);
      return requestRecord.storeResponse(tx, toDeliveryResponse((await findDelivery(tx, key))!));
    });
  },
});
