import { z } from 'zod';
import {
  parseSuppression,
  isFieldFault,
  suppressionChannels,
} from '../../domain/conversations/suppression.ts';
import { listSuppressions as findSuppressions } from '../../store/suppressions/list-suppressions.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryAddress,
  queryNumber,
} from '../paging.ts';
import { toSuppressionResponse, SuppressionResponse } from './suppression-response.ts';

export const listSuppressions = endpoint({
  method: 'GET',
  path: '/v1/api/suppressions',
  operationId: 'listSuppressions',
  tag: 'Suppressions',
  summary: 'List suppressions',
  description: 'Suppressed addresses, sorted newest first.',
  scope: 'conversations:read',
  query: listQuery({
    channel: z.enum(suppressionChannels).optional(),
    address: queryAddress
      .optional()
      .meta({ description: 'A phone number with its country code, or an email address in any case.' }),
    search: queryNumber.optional().meta({ description: 'Prefix of the address, such as `+1202` or `ada@`.' }),
  }),
  reply: listResponseSchema('suppressions', SuppressionResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { channel, address, search } = query;
    const filters = {
      workspaceId,
      channel,
      address: address && toStoredAddress(address),
      search: search?.toLowerCase(),
      ...listWindow(query),
    };
    const found = await findSuppressions(database.inWorkspace(workspaceId), filters);
    return listResponse('suppressions', query, found, toSuppressionResponse);
  },
});

function toStoredAddress(address: string): string {
  const parsed = parseSuppression({ address, channel: 'all' });
  return isFieldFault(parsed) ? address : parsed.address;
}
