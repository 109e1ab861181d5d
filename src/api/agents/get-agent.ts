import { reject } from '../../core/problems.ts';
import { findAgent } from '../../store/agents.ts';
import { endpoint } from '../endpoint.ts';
import { AgentResponse, agentParameter, toAgentResponse } from './agent-response.ts';

export const getAgent = endpoint({
  method: 'GET',
  path: '/api/v1/agents/{agentId}',
  operationId: 'getAgent',
  tag: 'Agents',
  summary: 'Get an agent',
  scope: 'agents:read',
  parameters: agentParameter,
  reply: AgentResponse,
  sendsETag: true,

  async handle({ caller: { workspaceId, timezone }, path }, { database }) {
    const row = await findAgent(database.inWorkspace(workspaceId), { workspaceId, agentId: path.agentId });
    return toAgentResponse(row ?? reject('agent_not_found'), timezone);
  },
});
