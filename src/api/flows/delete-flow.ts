import { reject } from '../../core/problems.ts';
import { deleteFlow as deleteFlowRow, findFlowUsage, type FlowUsage } from '../../store/flows.ts';
import { publishEvent } from '../publish-event.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { describeReferences } from '../reference-text.ts';
import { flowParameter } from './flow-response.ts';

export const deleteFlow = endpoint({
  method: 'DELETE',
  path: '/api/v1/flows/{flowId}',
  operationId: 'deleteFlow',
  tag: 'Flows',
  summary: 'Delete a flow',
  description:
    'Deletes the flow permanently. Rejected while it is used by an agent or by a call that has not ended.',
  scope: 'flows:write',
  parameters: flowParameter,
  reply: deletedResponse('flow'),
  errorCodes: ['resource_in_use'],

  async handle({ caller: { workspaceId }, path: { flowId }, requestRecord }, { database, clock }) {
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const result = await deleteFlowRow(tx, { workspaceId, flowId });
      if (result === 'not_found') return reject('flow_not_found');
      if (result === 'in_use') return rejectUsed(await findFlowUsage(tx, { workspaceId, flowId }));
      const event = { type: 'flow.deleted', subjectId: flowId, sequence: result.version + 1 } as const;
      const at = new Date(clock.now());
      await publishEvent(tx, { ...event, workspaceId, data: { flowId }, at });
      return requestRecord.storeResponse(tx, { id: flowId, deleted: true as const });
    });
  },
});

function rejectUsed({ agentCount, agentIds, callCount, callIds }: FlowUsage): never {
  const references = [
    [describeReferences('agent', agentCount, agentIds), 'Assign another flow to these agents.'],
    [describeReferences('call', callCount, callIds), 'Wait until these calls end, or end them.'],
  ].filter(([names]) => names !== undefined);
  const names = references.map(([name]) => name).join(' and by ');
  const advice = references.map(([, sentence]) => sentence).join(' ');
  reject('resource_in_use', { details: `The flow is used by ${names}. ${advice}` });
}
