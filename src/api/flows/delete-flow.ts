import { refuse } from '../../core/problems.ts';
import { deleteFlow as removeFlow } from '../../store/flows/delete-flow.ts';
import { announce, deletedVersion } from '../announce.ts';
import { DeletedAnswer } from '../deleted-answer.ts';
import { endpoint } from '../endpoint.ts';
import { flowParameter } from './flow-answer.ts';

export const deleteFlow = endpoint({
  method: 'DELETE',
  path: '/api/v1/flows/{flowId}',
  operationId: 'deleteFlow',
  tag: 'Flows',
  summary: 'Delete a flow',
  description: 'For good. Refused while an agent has it or a call is under way on it.',
  scope: 'flows:write',
  parameters: flowParameter,
  reply: DeletedAnswer,
  refuses: ['resource_in_use'],

  async handle({ caller: { workspaceId }, path: { flowId } }, { database, clock }) {
    const outcome = await database.inWorkspace(workspaceId).transaction(async (tx) => {
      const gone = await removeFlow(tx, { workspaceId, flowId });
      const event = { type: 'flow.deleted', subjectId: flowId, version: deletedVersion } as const;
      const at = new Date(clock.now());
      if (gone === 'deleted') await announce(tx, { ...event, workspaceId, data: { flowId }, at });
      return gone;
    });
    if (outcome === 'not_found') refuse('flow_not_found');
    if (outcome === 'in_use') refuse('resource_in_use');
    return { id: flowId, deleted: true as const };
  },
});
