import { z } from 'zod';
import { callEndReason, callStatus } from '../../domain/call-state.ts';
import { listCalls as findCalls } from '../../store/calls/list-calls.ts';
import { maxCountedMatches } from '../../store/listing.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryPhoneNumber,
  queryText,
} from '../paging.ts';
import { CallResponse, toCallResponse } from './call-response.ts';

/** Fewer digits have no trigram, by which numbers are searched. */
const minSearchDigits = 3;

export const listCalls = endpoint({
  method: 'GET',
  path: '/api/v1/calls',
  operationId: 'listCalls',
  tag: 'Calls',
  summary: 'List calls',
  description: 'Sorted newest first.',
  scope: 'calls:read',
  sendsConcurrencyHeaders: true,
  query: listQuery({
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    flowId: queryText.optional().meta({ description: 'The id of the flow.' }),
    batchId: queryText.optional().meta({ description: 'The id of the batch.' }),
    status: callStatus.optional(),
    endReason: callEndReason.optional(),
    phoneNumber: queryPhoneNumber.optional().meta({
      description: 'Matches the caller or the callee. Include the country code.',
    }),
    search: z
      .string()
      .max(40)
      .transform((text) => text.replaceAll(/\D/g, ''))
      .pipe(z.string().min(minSearchDigits))
      .optional()
      .meta({
        description: `Digits anywhere in the number of the customer, such as its last four: at least ${minSearchDigits}. Other characters are ignored. Above ${maxCountedMatches} matches, \`total\` is that number, a lower bound.`,
        examples: ['0142'],
      }),
    direction: z.enum(['outbound', 'inbound']).optional().meta({
      description: '`outbound` from Parley, `inbound` to Parley.',
    }),
  }),
  reply: listResponseSchema('calls', CallResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { agentId, flowId, batchId, status, endReason, phoneNumber, search, direction } = query;
    const exact = { workspaceId, agentId, flowId, batchId, status, endReason, phoneNumber, direction };
    const filters = { ...exact, search };
    const found = await findCalls(database.inWorkspace(workspaceId), { ...filters, ...listWindow(query) });
    return listResponse('calls', query, found, toCallResponse);
  },
});
