import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { deliveryStatus } from '../../domain/webhooks/endpoint.ts';
import { eventTypeName } from '../../domain/webhooks/event-types.ts';
import { findWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { listDeliveries } from '../../store/webhooks/list-deliveries.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, listResponse, listResponseSchema, listWindow } from '../paging.ts';
import { DeliveryResponse, toDeliveryResponse, webhookParameter } from './webhook-response.ts';

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/v1/api/webhooks/{webhookId}/deliveries',
  operationId: 'listWebhookDeliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of an endpoint',
  description: 'Sorted newest first. Deliveries are kept for 30 days.',
  scope: 'webhooks:read',
  parameters: webhookParameter,
  query: listQuery({
    status: deliveryStatus.optional(),
    event: eventTypeName.optional().meta({ description: 'The event type.' }),
    eventId: z.string().max(40).optional().meta({ description: 'The id of the event.' }),
    subjectId: z
      .string()
      .max(40)
      .optional()
      .meta({ description: 'The id of the call, message or other resource of the event.' }),
  }),
  reply: listResponseSchema('deliveries', DeliveryResponse),

  async handle({ caller: { workspaceId }, path: { webhookId: id }, query }, { database }) {
    const db = database.inWorkspace(workspaceId);
    if ((await findWebhookEndpoint(db, { workspaceId, id })) === undefined) reject('webhook_not_found');
    const { status, event: eventType, eventId, subjectId } = query;
    const filters = { workspaceId, endpointId: id, status, eventType, eventId, subjectId };
    const found = await listDeliveries(db, { ...filters, ...listWindow(query) });
    return listResponse('deliveries', query, found, toDeliveryResponse);
  },
});
