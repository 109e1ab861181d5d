import { listOwnedNumbers } from '../../store/phone-numbers.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { OwnedNumberResponse, toOwnedNumberResponse, numberStatus } from './owned-number-response.ts';

export const listNumbers = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/numbers',
  operationId: 'listNumbers',
  tag: 'Numbers',
  summary: 'List owned numbers',
  description: 'Sorted newest first.',
  scope: 'numbers:read',
  query: listQuery({
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    status: numberStatus.optional(),
    country: queryText.optional().meta({ description: 'ISO 3166-1 alpha-2.' }),
    search: queryText.optional().meta({ description: 'Matches anywhere in the number or its name.' }),
  }),
  reply: listResponseSchema('numbers', OwnedNumberResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { agentId, status, country, search } = query;
    const filters = { workspaceId, agentId, status, country, search, ...listWindow(query) };
    const found = await listOwnedNumbers(database.inWorkspace(workspaceId), filters);
    return listResponse('numbers', query, found, toOwnedNumberResponse);
  },
});
