import { reject } from '../../core/problems.ts';
import { findUser } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import { toUserResponse, UserResponse, userParameter } from './user-response.ts';

export const getUser = endpoint({
  method: 'GET',
  path: '/v1/api/users/{userId}',
  operationId: 'getUser',
  tag: 'Users',
  summary: 'Get a user',
  scope: 'workspace:read',
  parameters: userParameter,
  reply: UserResponse,

  async handle({ caller: { workspaceId }, path: { userId } }, { database }) {
    const row = await findUser(database.inWorkspace(workspaceId), { workspaceId, userId });
    return toUserResponse(row ?? reject('user_not_found'));
  },
});
