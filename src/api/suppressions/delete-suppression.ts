import { reject } from '../../core/problems.ts';
import { removeSuppression } from '../../store/suppressions.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { requireReachable } from '../test-key.ts';
import { suppressionParameter } from './suppression-response.ts';

export const deleteSuppression = endpoint({
  method: 'DELETE',
  path: '/v1/api/suppressions/{suppressionId}',
  operationId: 'deleteSuppression',
  tag: 'Suppressions',
  summary: 'Delete a suppression',
  description:
    'Allows calls or messages to the address on the channel of the suppression again. The audit log records the deleted suppression and the actor.',
  scope: 'conversations:write',
  parameters: suppressionParameter,
  reply: deletedResponse('suppression'),
  errorCodes: ['test_key'],

  async handle({ caller, path: { suppressionId }, addAuditDetails, requestRecord }, { database }) {
    const { workspaceId } = caller;
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const removed = await removeSuppression(tx, { workspaceId, suppressionId });
      if (removed === undefined) return reject('suppression_not_found');
      const { channel, address, reason, createdAt } = removed;
      // Live calls could reach the person again.
      requireReachable(caller, address);
      addAuditDetails({ channel, address, reason, createdAt: createdAt.toISOString() });
      return requestRecord.storeResponse(tx, { id: suppressionId, deleted: true as const });
    });
  },
});
