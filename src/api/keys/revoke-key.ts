import { reject } from '../../core/problems.ts';
import { revokeApiKey } from '../../store/api-keys.ts';
import { endpoint } from '../endpoint.ts';
import { KeyResponse, keyParameter, toKeyResponse } from './key-response.ts';

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/v1/api/keys/{keyId}',
  operationId: 'revokeKey',
  tag: 'Keys',
  summary: 'Revoke an API key',
  description:
    'Revokes the key immediately and permanently. It stays in the list. Repeating the request returns the same response.',
  scope: 'keys:write',
  parameters: keyParameter,
  reply: KeyResponse,

  async handle({ caller: { workspaceId }, path: { keyId }, requestRecord }, { database, clock }) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const row = await revokeApiKey(tx, { workspaceId, keyId, at });
      return requestRecord.storeResponse(tx, toKeyResponse(row ?? reject('key_not_found')));
    });
  },
});
