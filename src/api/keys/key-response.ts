import { z } from 'zod';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import type { PathParameter } from '../endpoint.ts';

const time = z.iso.datetime().nullable();

export const workspaceIdsText =
  'The workspaces that the key can enter, and no other. Empty: only the workspace in which the key was created.';

export const KeyResponse = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().meta({ description: '`sk_live_` or `sk_test_`.' }),
    lastFour: z.string(),
    preset: z.string().nullable(),
    scopes: z.array(z.string()),
    workspaceIds: z.array(z.string()).meta({ description: workspaceIdsText }),
    allowedIps: z
      .array(z.string())
      .meta({ description: 'Allowed IP addresses and CIDR ranges. Empty: any address.' }),
    limits: z.object({
      requestsPerMinute: z.int().nullable(),
      concurrentCalls: z.int().nullable(),
    }),
    createdAt: z.iso.datetime(),
    expiresAt: time,
    revokedAt: time,
    lastUsedAt: time.meta({ description: 'Accurate to one minute.' }),
  })
  .meta({ id: 'Key' });

export const NewKeyResponse = KeyResponse.extend({
  apiKey: z.string().meta({ description: 'The key itself, returned only once.' }),
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
