import { z } from 'zod';
import {
  defaultCountry,
  isFieldFault,
  defaultCountryDescription,
  suppressionChannels,
} from '../../domain/conversations/suppression.ts';
import { listSuppressions as findSuppressions } from '../../store/suppressions.ts';
import type { Scope } from '../../store/database.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryAddress,
  queryNumber,
} from '../paging.ts';
import { parseAddress } from './national-number.ts';
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
    channel: z.enum(suppressionChannels).optional().meta({ description: '`voice`, `sms` or `email`.' }),
    address: queryAddress.optional().meta({
      description: 'A phone number, or an email address in any case.',
    }),
    defaultCountry: defaultCountry.meta({ description: defaultCountryDescription }),
    search: queryNumber.optional().meta({ description: 'Prefix of the address, such as `+1202` or `ada@`.' }),
  }),
  reply: listResponseSchema('suppressions', SuppressionResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { channel, address, search, defaultCountry: country } = query;
    const db = database.inWorkspace(workspaceId);
    const filters = {
      workspaceId,
      channel,
      address: address && (await toStoredAddress(db, workspaceId, { address, defaultCountry: country })),
      search: search?.toLowerCase(),
      ...listWindow(query),
    };
    const found = await findSuppressions(db, filters);
    return listResponse('suppressions', query, found, toSuppressionResponse);
  },
});

async function toStoredAddress(
  db: Scope,
  workspaceId: string,
  sent: { readonly address: string; readonly defaultCountry?: string | undefined },
): Promise<string> {
  const parsed = await parseAddress(db, workspaceId, { ...sent, channel: 'all' });
  return isFieldFault(parsed) ? sent.address : parsed.address;
}
