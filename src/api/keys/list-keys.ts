import { listApiKeys } from '../../store/keys/list-api-keys.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { KeyResponse, toKeyResponse } from './key-response.ts';

export const listKeys = endpoint({
  method: 'GET',
  path: '/v1/api/keys',
  operationId: 'listKeys',
  tag: 'Keys',
  summary: 'List API keys',
  description: 'Newest first, by prefix and last four characters; revoked and expired ones too.',
  scope: 'keys:read',
  query: listQuery({ search: queryText.optional().meta({ description: 'Anywhere in the name.' }) }),
  reply: listResponseSchema('keys', KeyResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const filters = { workspaceId, search: query.search, ...listWindow(query) };
    const found = await listApiKeys(database.inWorkspace(workspaceId), filters);
    return listResponse('keys', query, found, toKeyResponse);
  },
});
