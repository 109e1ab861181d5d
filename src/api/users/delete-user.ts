import { reject } from '../../core/problems.ts';
import { deleteUser as deleteUserRow, findUser, lockOwners } from '../../store/users.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { requireAssignable, userParameter } from './user-response.ts';

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/v1/api/users/{userId}',
  operationId: 'deleteUser',
  tag: 'Users',
  summary: 'Delete a user',
  description: 'Deletes the user and all sessions. The audit log keeps the actions of the user.',
  scope: 'workspace:write',
  parameters: userParameter,
  reply: deletedResponse('user'),
  errorCodes: ['test_key', 'last_owner'],

  async handle({ caller, path: { userId }, addAuditDetails, requestRecord }, { database }) {
    const { workspaceId } = caller;
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const owners = await lockOwners(tx, { workspaceId });
      const current = (await findUser(tx, { workspaceId, userId })) ?? reject('user_not_found');
      requireAssignable(caller, current);
      if (owners.length === 1 && owners[0] === userId) reject('last_owner');
      addAuditDetails({ before: { role: current.role, status: current.status } });
      await deleteUserRow(tx, { workspaceId, userId });
      return requestRecord.storeResponse(tx, { id: userId, deleted: true as const });
    });
  },
});
