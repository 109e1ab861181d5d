import { z } from 'zod';
import { flowStatus } from '../../domain/flow/flow.ts';
import { listFlows as findFlows } from '../../store/flows.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { FlowResponse, toFlowResponse } from './flow-response.ts';

export const listFlows = endpoint({
  method: 'GET',
  path: '/api/v1/flows',
  operationId: 'listFlows',
  tag: 'Flows',
  summary: 'List flows',
  description: 'Returns call flows, or flows of another `type`, newest first.',
  scope: 'flows:read',
  query: listQuery({
    type: z.enum(['call', 'message', 'all']).default('call').meta({
      description: '`call` (the default), `message`, or `all`.',
    }),
    status: flowStatus.optional(),
    search: queryText.optional().meta({ description: 'Matches anywhere in the name, ignoring case.' }),
  }),
  reply: listResponseSchema('flows', FlowResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { status, search } = query;
    const type = query.type === 'all' ? undefined : query.type;
    const filters = { workspaceId, type, status, search, ...listWindow(query) };
    const found = await findFlows(database.inWorkspace(workspaceId), filters);
    return listResponse('flows', query, found, toFlowResponse);
  },
});
