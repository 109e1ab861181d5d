import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { newWebhookSecret } from '../../core/webhook-signature.ts';
import { insertWebhookEndpoint } from '../../store/webhooks/endpoints.ts';
import { limitConcurrency } from '../../webhooks/delivery-jobs.ts';
import { queueEventsBetween } from '../../webhooks/replay.ts';
import { endpoint } from '../endpoint.ts';
import { sealSecret } from '../seal-secret.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { webhookDescription, webhookEvents, webhookUrl, webhookUrlFaults } from './webhook-input.ts';
import { NewWebhookResponse, toWebhookResponse } from './webhook-response.ts';

/** Maximum number of endpoints in one workspace. */
const maxEndpoints = 50;

const WebhookInput = z
  .strictObject({
    url: webhookUrl,
    events: webhookEvents.default(['*']),
    description: webhookDescription.default(''),
    deliverFrom: z.iso.datetime({ offset: true }).optional().meta({
      description:
        'Also deliver the stored events since this time, at most those of the last 30 days. Only the oldest 10,000 are queued at once: see `nextFrom`. Default: only events from now on.',
    }),
  })
  .meta({
    id: 'WebhookInput',
    examples: [{ url: 'https://crm.example.com/parley', events: ['call.completed', 'disposition.created'] }],
  });

const CreatedWebhookResponse = NewWebhookResponse.extend({
  nextFrom: z.iso.datetime().nullable().meta({
    description:
      'Null if all events since `deliverFrom` are queued. Otherwise request a redelivery with this value as `from` for the remaining events.',
  }),
}).meta({ id: 'CreatedWebhook' });

export const createWebhook = endpoint({
  method: 'POST',
  path: '/v1/api/webhooks',
  operationId: 'createWebhook',
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description: `Registers a URL that receives events by POST. The response contains the secret that signs the deliveries; it is returned only once. A workspace has at most ${maxEndpoints} endpoints.`,
  scope: 'webhooks:write',
  body: WebhookInput,
  reply: CreatedWebhookResponse,
  hasSecretReply: true,
  errorCodes: ['webhook_limit_reached', 'secret_key_unavailable'],

  async problemOfInvalidBody({ input, faults }, { egressPolicy }) {
    return problemFromFaults([...faults, ...webhookUrlFaults(egressPolicy, input)]);
  },

  async handle({ caller: { workspaceId }, body, requestRecord }, context) {
    const { egressPolicy, database, ids, clock, random, secrets } = context;
    rejectFaults(webhookUrlFaults(egressPolicy, body));
    const { url, events, description, deliverFrom } = body;
    const id = ids.newId('webhook');
    const secret = newWebhookSecret(random);
    const at = new Date(clock.now());
    const stored = { id, workspaceId, url, events, description, secret: sealSecret(secrets, secret, id), at };
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const row = await insertWebhookEndpoint(tx, { ...stored, limit: maxEndpoints });
      if (row === undefined) reject('webhook_limit_reached');
      await limitConcurrency(tx, row, { isHealthy: false });
      const from = deliverFrom === undefined ? undefined : new Date(deliverFrom);
      const range = { to: at, undeliveredOnly: false };
      const replay = from && (await queueEventsBetween(tx, row, { from, ...range }, at));
      const nextFrom = replay?.nextFrom?.toISOString() ?? null;
      return requestRecord.storeResponse(tx, { ...toWebhookResponse(row), secret, nextFrom });
    });
  },
});
