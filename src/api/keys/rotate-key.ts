import { z } from 'zod';
import type { Random } from '../../core/random.ts';
import { reject } from '../../core/problems.ts';
import { createApiKey, fingerprintApiKey, type KeyMode, testKeyPrefix } from '../../domain/api-key.ts';
import { type ApiKeyRow, expireApiKey, findApiKey, insertApiKey } from '../../store/api-keys.ts';
import { endpoint } from '../endpoint.ts';
import { requireGrantable } from './grants.ts';
import { keyParameter, NewKeyResponse, toKeyResponse } from './key-response.ts';

const maxOverlapSeconds = 30 * 86_400;

const Rotation = z
  .strictObject({
    overlapSeconds: z.int().min(0).max(maxOverlapSeconds).default(86_400).meta({
      description:
        'Time in seconds for which the old key stays valid. A second rotation of the same key keeps the overlap of the first, unless it is 0.',
    }),
  })
  .prefault({})
  .meta({
    id: 'KeyRotation',
    examples: [{ overlapSeconds: 3600 }],
  });

export const rotateKey = endpoint({
  method: 'POST',
  path: '/v1/api/keys/{keyId}/rotate',
  operationId: 'rotateKey',
  tag: 'Keys',
  summary: 'Rotate an API key',
  description: 'Creates a new key with the same permissions. The old key expires after the overlap.',
  scope: 'keys:write',
  parameters: keyParameter,
  body: Rotation,
  reply: NewKeyResponse,
  hasSecretReply: true,
  errorCodes: ['test_key'],

  async handle({ caller, path: { keyId }, body, requestRecord }, { database, ids, clock, random }) {
    const { workspaceId } = caller;
    const nowMs = clock.now();
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const current = (await findApiKey(tx, { workspaceId, keyId })) ?? reject('key_not_found');
      requireGrantable(caller, { ...current, mode: modeOf(current) });
      if (isExpiredOrRevoked(current, nowMs)) rejectExpiredOrRevoked();
      const at = new Date(nowMs);
      const expiresAt = new Date(nowMs + body.overlapSeconds * 1000);
      // Another request may have revoked the key in the meantime.
      if ((await expireApiKey(tx, { workspaceId, keyId, expiresAt, at })) === undefined)
        rejectExpiredOrRevoked();
      const secret = createSecret(random, current);
      const row = await insertApiKey(tx, {
        ...current,
        ...secret.stored,
        id: ids.newId('key'),
        createdBy: caller.actor.id,
        // The key of an earlier rotation expires with its overlap; the new one as the key before that rotation.
        expiresAt: current.rotatedAt === null ? current.expiresAt : current.unrotatedExpiresAt,
        at,
      });
      return requestRecord.storeResponse(tx, { ...toKeyResponse(row), apiKey: secret.key });
    });
  },
});

function rejectExpiredOrRevoked(): never {
  return reject('invalid_request', { details: 'This key is expired or revoked. Create a new one.' });
}

const modeOf = ({ prefix }: ApiKeyRow): KeyMode => (prefix === testKeyPrefix ? 'test' : 'live');

function createSecret(random: Random, old: ApiKeyRow) {
  const key = createApiKey(random, modeOf(old));
  const { hash, prefix, lastFour } = fingerprintApiKey(key);
  return { key, stored: { keyHash: hash, prefix, lastFour } };
}

const isExpiredOrRevoked = (row: ApiKeyRow, nowMs: number): boolean =>
  row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt.getTime() <= nowMs);
