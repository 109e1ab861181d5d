import { batchStatus } from '../../domain/batches/batch-state.ts';
import { listBatches as findBatches } from '../../store/batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { BatchResponse, toBatchResponse } from './batch-response.ts';

export const listBatches = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls',
  operationId: 'listBatches',
  tag: 'Batch calls',
  summary: 'List batches',
  description: 'Sorted newest first.',
  scope: 'batches:read',
  query: listQuery({
    status: batchStatus.optional(),
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    search: queryText.optional().meta({ description: 'Matches anywhere in the name, ignoring case.' }),
  }),
  reply: listResponseSchema('batches', BatchResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { status, agentId, search } = query;
    const filters = { workspaceId, status, agentId, search, ...listWindow(query) };
    const found = await findBatches(database.inWorkspace(workspaceId), filters);
    return listResponse('batches', query, found, toBatchResponse);
  },
});
