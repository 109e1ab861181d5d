import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { newWebhookSecret } from '../../core/webhook-signature.ts';
import {
  lockWebhookEndpoint,
  type PreviousSecret,
  updateWebhookEndpoint,
  type WebhookEndpointRow,
} from '../../store/webhooks/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { sealSecret } from '../seal-secret.ts';
import { NewWebhookResponse, toWebhookResponse, webhookParameter } from './webhook-response.ts';

const maxOverlapSeconds = 86_400;
const maxPreviousSecrets = 5;

const SecretRotation = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(maxOverlapSeconds).default(maxOverlapSeconds).meta({
      description:
        'How long deliveries are also signed with the old secret, in seconds. 0 ends the use of all earlier secrets at once.',
    }),
  })
  .prefault({})
  .meta({
    id: 'WebhookSecretRotation',
    examples: [{ overlapSeconds: 3600 }],
  });

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/v1/api/webhooks/{webhookId}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Creates a new secret, returned only this once. During the overlap each delivery also has a signature of the old secret. The overlaps of earlier rotations go on; at most five secrets of earlier rotations are kept.',
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
      const webhook = (await lockWebhookEndpoint(tx, { workspaceId, id })) ?? reject('webhook_not_found');
      const row = {
        ...webhook,
        secret: sealSecret(secrets, secret, id),
        previousSecrets: previousSecretsAfter(webhook, body.overlapSeconds, at),
        updatedAt: at,
      };
      await updateWebhookEndpoint(tx, row);
      return requestRecord.storeResponse(tx, { ...toWebhookResponse(row), secret });
    });
  },
});

/** Returns the secrets that still sign after a rotation. */
function previousSecretsAfter(
  { secret, previousSecrets }: WebhookEndpointRow,
  overlapSeconds: number,
  at: Date,
): PreviousSecret[] {
  if (overlapSeconds === 0) return [];
  const used = previousSecrets.filter(({ until }) => Date.parse(until) > at.getTime());
  if (used.length >= maxPreviousSecrets)
    reject('invalid_request', {
      details: `Deliveries are still signed with ${maxPreviousSecrets} earlier secrets. Wait for the end of an overlap, or send overlapSeconds: 0, which ends all of them.`,
    });
  return [{ secret, until: new Date(at.getTime() + overlapSeconds * 1000).toISOString() }, ...used];
}
