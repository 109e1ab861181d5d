import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { lockWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { queueEventsBetween, maxReplayedEvents } from '../../webhooks/replay.ts';
import { endpoint } from '../endpoint.ts';
import { webhookParameter } from './webhook-response.ts';

const instant = z.iso.datetime({ offset: true });

const Redelivery = z
  .strictObject({
    from: instant.optional().meta({
      description: 'Events of this time and later. Default: all stored events, those of the last 30 days.',
    }),
    to: instant.optional().meta({ description: 'Events of this time and earlier. Default: now.' }),
    undeliveredOnly: z.boolean().default(true).meta({
      description: 'Whether events that were delivered to this endpoint are skipped.',
    }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
    path: ['to'],
    error: 'to is before from.',
  })
  .prefault({})
  .meta({
    id: 'WebhookRedelivery',
    examples: [{ from: '2026-12-01T15:00:00Z', to: '2026-12-01T15:10:00Z' }],
  });

const RedeliveryResponse = z
  .object({
    queued: z.int().meta({ description: 'Number of events that will be sent.', examples: [12] }),
    nextFrom: z.iso.datetime().nullable().meta({
      description:
        'Send another request with this value as `from` to continue; null if the range is complete.',
    }),
  })
  .meta({ id: 'WebhookRedeliveryResult' });

export const redeliverWebhookEvents = endpoint({
  method: 'POST',
  path: '/v1/api/webhooks/{webhookId}/deliveries/redeliver',
  operationId: 'redeliverWebhookEvents',
  tag: 'Webhooks',
  summary: 'Redeliver a range of events',
  description: `Sends the stored events of a time range again if the endpoint subscribes to their types, oldest first, with their \`webhook-id\`. Includes events that were never sent because the endpoint was disabled. At most ${maxReplayedEvents.toLocaleString('en')} events per request.`,
  scope: 'webhooks:write',
  parameters: webhookParameter,
  body: Redelivery,
  reply: RedeliveryResponse,
  errorCodes: ['webhook_disabled'],

  async handle(
    { caller: { workspaceId }, path: { webhookId: id }, body, requestRecord },
    { database, clock },
  ) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const webhook = (await lockWebhookEndpoint(tx, { workspaceId, id })) ?? reject('webhook_not_found');
      if (webhook.status !== 'enabled') reject('webhook_disabled');
      const range = {
        from: new Date(body.from ?? 0),
        to: body.to === undefined ? at : new Date(body.to),
        undeliveredOnly: body.undeliveredOnly,
      };
      const { queued, nextFrom } = await queueEventsBetween(tx, webhook, range, at);
      return requestRecord.storeResponse(tx, { queued, nextFrom: nextFrom?.toISOString() ?? null });
    });
  },
});
