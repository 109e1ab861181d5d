import { refuse } from '../../core/problems.ts';
import { deleteAgent as removeAgent } from '../../store/agents/delete-agent.ts';
import { announce, deletedVersion } from '../announce.ts';
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

  async handle({ caller: { workspaceId }, path: { agentId } }, { database, clock }) {
    const outcome = await database.inWorkspace(workspaceId).transaction(async (tx) => {
      const gone = await removeAgent(tx, { workspaceId, agentId });
      const event = { type: 'agent.deleted', subjectId: agentId, version: deletedVersion } as const;
      const at = new Date(clock.now());
      if (gone === 'deleted') await announce(tx, { ...event, workspaceId, data: { agentId }, at });
      return gone;
    });
    if (outcome === 'not_found') refuse('agent_not_found');
    if (outcome === 'in_use') refuse('resource_in_use');
    return { id: agentId, deleted: true as const };
  },
});
