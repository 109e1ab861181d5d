import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { newWebhookSecret } from '../../core/webhook-signature.ts';
import { lockWebhookEndpoint } from '../../store/webhooks/find-endpoint.ts';
import { updateWebhookEndpoint } from '../../store/webhooks/update-endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { sealSecret } from '../seal-secret.ts';
import { NewWebhookResponse, toWebhookResponse, webhookParameter } from './webhook-response.ts';

const maxOverlapSeconds = 86_400;

const SecretRotation = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .default(maxOverlapSeconds)
      .meta({ description: 'How long deliveries are also signed with the old secret, in seconds.' }),
  })
  .prefault({})
  .meta({ id: 'WebhookSecretRotation' });

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/v1/api/webhooks/{webhookId}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Creates a new secret, returned only this once. During the overlap each delivery has two signatures, of the new and the old secret. Earlier secrets are no longer used.',
  scope: 'webhooks:write',
  parameters: webhookParameter,
  body: SecretRotation,
  reply: NewWebhookResponse,
  hasSecretReply: true,
  errorCodes: ['secret_key_unavailable'],

  async handle({ caller: { workspaceId }, path: { webhookId: id }, body, requestRecord }, context) {
    const { database, clock, random, secrets } = context;
    const at = new Date(clock.now());
    const secret = newWebhookSecret(random);
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const webhook = (await lockWebhookEndpoint(tx, { workspaceId, id })) ?? refuse('webhook_not_found');
      const hasOverlap = body.overlapSeconds > 0;
      const row = {
        ...webhook,
        secret: sealSecret(secrets, secret, id),
        previousSecret: hasOverlap ? webhook.secret : null,
        previousSecretUntil: hasOverlap ? new Date(at.getTime() + body.overlapSeconds * 1000) : null,
        updatedAt: at,
      };
      await updateWebhookEndpoint(tx, row);
      return requestRecord.storeResponse(tx, { ...toWebhookResponse(row), secret });
    });
  },
});
