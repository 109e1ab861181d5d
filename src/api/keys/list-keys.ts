import { listApiKeys } from '../../store/api-keys.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { KeyResponse, toKeyResponse } from './key-response.ts';

export const listKeys = endpoint({
  method: 'GET',
  path: '/v1/api/keys',
  operationId: 'listKeys',
  tag: 'Keys',
  summary: 'List API keys',
  description:
    'Returns keys with prefix and last four characters, newest first, including revoked and expired keys.',
  scope: 'keys:read',
  query: listQuery({ search: queryText.optional().meta({ description: 'Matches anywhere in the name.' }) }),
  reply: listResponseSchema('keys', KeyResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const filters = { workspaceId, search: query.search, ...listWindow(query) };
    const found = await listApiKeys(database.inWorkspace(workspaceId), filters);
    return listResponse('keys', query, found, toKeyResponse);
  },
});
