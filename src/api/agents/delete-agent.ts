import { refuse } from '../../core/problems.ts';
import { deleteAgent as removeAgent } from '../../store/agents/delete-agent.ts';
import { DeletedAnswer } from '../deleted-answer.ts';
import { endpoint } from '../endpoint.ts';
import { agentParameter } from './agent-answer.ts';

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/{agentId}',
  operationId: 'deleteAgent',
  tag: 'Agents',
  summary: 'Delete an agent',
  description:
    'For good. Refused while a call or batch of the agent is running; the history of past calls stays.',
  scope: 'agents:write',
  parameters: agentParameter,
  reply: DeletedAnswer,
  refuses: ['resource_in_use'],

  async handle({ caller: { workspaceId }, path: { agentId } }, { database }) {
    const outcome = await database
      .inWorkspace(workspaceId)
      .transaction((tx) => removeAgent(tx, { workspaceId, agentId }));
    if (outcome === 'not_found') refuse('agent_not_found');
    if (outcome === 'in_use') refuse('resource_in_use');
    return { id: agentId, deleted: true as const };
  },
});
