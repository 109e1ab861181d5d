import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { searchSources, supportedFilters, type OfferedNumber } from './search-sources.ts';
import { inventorySourceName } from './inventory-source.ts';
import { searchFaults, SearchQuery } from './search-query.ts';
import { selectSources } from './test-network-source.ts';

const AvailableNumberResponse = z
  .object({
    phoneNumber: z.string().meta({ description: 'E.164.', examples: ['+12025550100'] }),
    friendlyName: z.string().meta({ description: 'A display name.', examples: ['(202) 555-0199'] }),
    locality: z.string().meta({ description: 'City; empty if unknown.', examples: ['Washington'] }),
    region: z.string().meta({ description: 'State or region; empty if unknown.', examples: ['DC'] }),
    source: z
      .string()
      .optional()
      .meta({
        description:
          'The source of the number. Send it when you acquire the number. Absent for numbers of the inventory.',
        examples: ['twilio'],
      }),
  })
  .meta({ id: 'AvailableNumber' });

export const searchNumbers = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/available-numbers',
  operationId: 'searchNumbers',
  tag: 'Numbers',
  summary: 'Search available numbers',
  description:
    'Searches the number sources in the configured order until `limit` is reached: the inventory, Twilio, Telnyx. If no source has numbers for the workspace and the test network is enabled, the search returns its fictional numbers (`source: "test-network"`), which reach only the test network.',
  scope: 'numbers:read',
  workspace: 'required',
  query: SearchQuery,
  reply: z
    .object({
      numbers: z.array(AvailableNumberResponse).meta({ description: 'The numbers that were found.' }),
      filters: z
        .object({
          supported: z.array(z.enum(['contains', 'areaCode'])).meta({
            description: 'Filters that the number sources support for this country.',
          }),
        })
        .meta({ description: 'The filters of the search.' }),
    })
    .meta({ id: 'AvailableNumbers' }),
  errorCodes: ['invalid_country', 'unsupported_filter', 'number_source_failed'],

  async problemOfInvalidQuery({ caller: { workspaceId }, input, faults }, context) {
    const sources = await selectSources(context, workspaceId);
    return problemFromFaults([...faults, ...searchFaults(sources, input)], 'invalid_query');
  },

  async handle({ caller: { workspaceId }, query }, context) {
    const sources = await selectSources(context, workspaceId);
    const faults = searchFaults(sources, query);
    if (faults.length > 0) throw problemFromFaults(faults, 'invalid_query');
    const country = query.country.toUpperCase();
    const found = await searchSources(sources, { ...query, workspaceId, country }, context.logger);
    return {
      numbers: found.map(toAvailableNumber),
      filters: { supported: supportedFilters(sources, country) },
    };
  },
});

function toAvailableNumber({ source, ...number }: OfferedNumber): z.input<typeof AvailableNumberResponse> {
  return source === inventorySourceName ? number : { ...number, source };
}
