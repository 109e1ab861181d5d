import { z } from 'zod';
import { createdAt, idOf } from '../../domain/fields.ts';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import type { PathParameter } from '../endpoint.ts';

const time = z.iso.datetime().nullable();

export const workspaceIdsText =
  'The workspaces that the key can enter, and no other. Empty: only the workspace in which the key was created.';

export const KeyResponse = z
  .object({
    id: idOf('key'),
    name: z.string().meta({ description: 'The name of the key.', examples: ['Booking system'] }),
    prefix: z.string().meta({ description: '`sk_live_` or `sk_test_`.', examples: ['sk_live_'] }),
    lastFour: z.string().meta({ description: 'The last four characters of the key.', examples: ['c0Re'] }),
    preset: z.string().nullable().meta({
      description: 'The preset that the key was created with. Null: it was created with `scopes`.',
    }),
    scopes: z.array(z.string()).meta({ description: 'The permissions of the key.' }),
    workspaceIds: z.array(z.string()).meta({ description: workspaceIdsText }),
    allowedIps: z.array(z.string()).meta({
      description: 'Allowed IP addresses and CIDR ranges. Empty: any address.',
    }),
    limits: z
      .object({
        requestsPerMinute: z
          .int()
          .nullable()
          .meta({
            description: 'Maximum number of requests per minute. Null: only the plan limits it.',
            examples: [600],
          }),
        concurrentCalls: z
          .int()
          .nullable()
          .meta({
            description: 'Maximum number of concurrent calls. Null: only the plan limits it.',
            examples: [10],
          }),
      })
      .meta({ description: 'Limits of the key, in addition to those of the plan.' }),
    createdAt,
    expiresAt: time.meta({ description: 'The key is rejected after this time. Null: it does not expire.' }),
    revokedAt: time.meta({ description: 'The time of the revocation. Null if the key is valid.' }),
    lastUsedAt: time.meta({ description: 'Accurate to one minute.' }),
  })
  .meta({ id: 'Key' });

export const NewKeyResponse = KeyResponse.extend({
  apiKey: z.string().meta({ description: 'The key itself, returned only once.', examples: ['sk_live_…'] }),
}).meta({ id: 'NewKey' });

export const keyParameter = {
  keyId: {
    kind: 'key',
    notFoundCode: 'key_not_found',
    description: 'The id of the key, not the key itself.',
  },
} as const satisfies Record<string, PathParameter>;

export function toKeyResponse(row: ApiKeyRow): z.input<typeof KeyResponse> {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    lastFour: row.lastFour,
    preset: row.preset,
    scopes: row.scopes,
    workspaceIds: row.workspaceIds,
    allowedIps: row.allowedIps,
    limits: { requestsPerMinute: row.requestsPerMinute, concurrentCalls: row.concurrentCalls },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
