import { z } from 'zod';
import { agentStatus } from '../../domain/agent.ts';
import { listAgents as findAgents } from '../../store/agents.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { AgentResponse, toAgentResponse } from './agent-response.ts';

export const listAgents = endpoint({
  method: 'GET',
  path: '/api/v1/agents',
  operationId: 'listAgents',
  tag: 'Agents',
  summary: 'List agents',
  description: 'Sorted newest first.',
  scope: 'agents:read',
  query: listQuery({
    type: z.enum(['voice', 'messaging']).optional().meta({
      description: '`voice` for calls, `messaging` for SMS and email.',
    }),
    status: agentStatus.optional(),
    search: queryText.optional().meta({ description: 'Matches anywhere in the name, ignoring case.' }),
  }),
  reply: listResponseSchema('agents', AgentResponse),

  async handle({ caller: { workspaceId, timezone }, query }, { database }) {
    const { type, status, search } = query;
    const filters = { workspaceId, type, status, search, ...listWindow(query) };
    const found = await findAgents(database.inWorkspace(workspaceId), filters);
    return listResponse('agents', query, found, (row) => toAgentResponse(row, timezone));
  },
});
