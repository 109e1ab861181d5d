import { reject } from '../../core/problems.ts';
import { type AgentCalls, deleteAgent as deleteAgentRow, findAgentCalls } from '../../store/agents.ts';
import { findAgentBatches } from '../../store/batches/batches.ts';
import { publishEvent } from '../publish-event.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { describeReferences } from '../reference-text.ts';
import { agentParameter } from './agent-response.ts';

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/api/v1/agents/{agentId}',
  operationId: 'deleteAgent',
  tag: 'Agents',
  summary: 'Delete an agent',
  description:
    'Deletes the agent permanently. Rejected while the agent has a call or batch that has not ended. Past calls are kept.',
  scope: 'agents:write',
  parameters: agentParameter,
  reply: deletedResponse('agent'),
  errorCodes: ['resource_in_use'],

  async handle({ caller: { workspaceId }, path: { agentId }, requestRecord }, { database, clock }) {
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const result = await deleteAgentRow(tx, { workspaceId, agentId });
      if (result === 'not_found') return reject('agent_not_found');
      if (result === 'in_use') return rejectUsedByCalls(await findAgentCalls(tx, { workspaceId, agentId }));
      rejectUsedByBatches(await findAgentBatches(tx, { workspaceId, agentId }));
      const event = { type: 'agent.deleted', subjectId: agentId, sequence: result.version + 1 } as const;
      const at = new Date(clock.now());
      await publishEvent(tx, { ...event, workspaceId, data: { agentId }, at });
      return requestRecord.storeResponse(tx, { id: agentId, deleted: true as const });
    });
  },
});

function rejectUsedByCalls({ callCount, callIds }: AgentCalls): never {
  const names = describeReferences('call', callCount, callIds);
  reject('resource_in_use', {
    details: `The agent is used by ${names}. Wait until these calls end, or end them.`,
  });
}

/** Rejects the delete if a batch uses the agent. Call it after the delete, so that no batch can start in between; a rollback restores the agent. */
function rejectUsedByBatches(batchIds: readonly string[]): void {
  if (batchIds.length === 0) return;
  reject('resource_in_use', {
    details: `The agent is used by the batches ${batchIds.join(', ')}. Wait until these batches end, or cancel them.`,
  });
}
