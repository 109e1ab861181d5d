import { reject } from '../../core/problems.ts';
import { findApiKey } from '../../store/api-keys.ts';
import { endpoint } from '../endpoint.ts';
import { KeyResponse, keyParameter, toKeyResponse } from './key-response.ts';

export const getKey = endpoint({
  method: 'GET',
  path: '/v1/api/keys/{keyId}',
  operationId: 'getKey',
  tag: 'Keys',
  summary: 'Get an API key',
  description:
    'Returns the scopes and restrictions of a key and when it was last used, but never the key itself.',
  scope: 'keys:read',
  parameters: keyParameter,
  reply: KeyResponse,

  async handle({ caller: { workspaceId }, path: { keyId } }, { database }) {
    const row = await findApiKey(database.inWorkspace(workspaceId), { workspaceId, keyId });
    return toKeyResponse(row ?? reject('key_not_found'));
  },
});
