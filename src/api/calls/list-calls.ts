import { z } from 'zod';
import { callEndReason, callStatus } from '../../domain/call-state.ts';
import { eachCall, listCalls as findCalls } from '../../store/calls/list-calls.ts';
import { maxCountedMatches } from '../../store/listing.ts';
import { csvFormatQuery, csvFormOf, excelFaults, excelQuery } from '../csv-export.ts';
import { endpoint } from '../endpoint.ts';
import { baseUrlOf } from '../http/base-url.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryPhoneNumber,
  queryText,
} from '../paging.ts';
import { CallResponse, toCallResponse } from './call-response.ts';
import { exportCalls } from './export-calls.ts';

/** Fewer digits have no trigram, by which numbers are searched. */
const minSearchDigits = 3;

export const listCalls = endpoint({
  method: 'GET',
  path: '/api/v1/calls',
  operationId: 'listCalls',
  tag: 'Calls',
  summary: 'List calls',
  description:
    'Sorted newest first. `format=csv` returns all matching calls as one file that is safe to open in a spreadsheet: cells that begin like a formula are prefixed with an apostrophe. `raw=true` leaves them unchanged. The file also has the results of each call: the last words of the customer, the analysis, the variables of the flow and the cost.',
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
    ...csvFormatQuery,
    ...excelQuery('the time zone of the workspace'),
  }).superRefine((query, context) => {
    for (const fault of excelFaults(query)) context.addIssue({ code: 'custom', ...fault });
  }),
  reply: listResponseSchema('calls', CallResponse),
  alternativeReply: { contentType: 'text/csv', description: 'All matching calls.' },

  async handle({ caller: { workspaceId, timezone }, query, header }, { database }) {
    const { agentId, flowId, batchId, status, endReason, phoneNumber, search, direction } = query;
    const exact = { workspaceId, agentId, flowId, batchId, status, endReason, phoneNumber, direction };
    const filters = { ...exact, search, ...listWindow(query) };
    const db = database.inWorkspace(workspaceId);
    if (query.format === 'csv') {
      const form = csvFormOf(query, { baseUrl: baseUrlOf(header), zone: timezone });
      return exportCalls(eachCall(db, filters), form);
    }
    const found = await findCalls(db, filters);
    return listResponse('calls', query, found, toCallResponse);
  },
});
