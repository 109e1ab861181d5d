import { reject } from '../../core/problems.ts';
import { findEvent } from '../../store/events.ts';
import { findWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { findDelivery, listDeliveryAttempts } from '../../store/webhooks/list-deliveries.ts';
import { eventBody } from '../../webhooks/event-body.ts';
import { endpoint } from '../endpoint.ts';
import {
  DeliveryDetailResponse,
  deliveryParameter,
  toAttemptResponse,
  toDeliveryResponse,
} from './webhook-response.ts';

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/v1/api/webhooks/{webhookId}/deliveries/{deliveryId}',
  operationId: 'getWebhookDelivery',
  tag: 'Webhooks',
  summary: 'Get a delivery',
  description: 'Returns the delivery with the request, the response and the time of each attempt.',
  scope: 'webhooks:read',
  parameters: deliveryParameter,
  reply: DeliveryDetailResponse,

  async handle({ caller: { workspaceId }, path: { webhookId: endpointId, deliveryId: id } }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const webhook = await findWebhookEndpoint(db, { workspaceId, id: endpointId });
    if (webhook === undefined) reject('webhook_not_found');
    const row = (await findDelivery(db, { workspaceId, endpointId, id })) ?? reject('delivery_not_found');
    const event = (await findEvent(db, { workspaceId, id: row.eventId })) ?? reject('delivery_not_found');
    const attempts = await listDeliveryAttempts(db, { workspaceId, id });
    const body = eventBody(event);
    return { ...toDeliveryResponse(row), log: attempts.map((attempt) => toAttemptResponse(attempt, body)) };
  },
});
