import { reject } from '../../core/problems.ts';
import { endSessionsOfUser } from '../../store/sessions.ts';
import { findUser, inviteUser as replaceInvitation } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import {
  createInvitation,
  InvitedUserResponse,
  requireAssignable,
  toUserResponse,
  userParameter,
} from './user-response.ts';

export const inviteUser = endpoint({
  method: 'POST',
  path: '/v1/api/users/{userId}/invitation',
  operationId: 'inviteUser',
  tag: 'Users',
  summary: 'Invite a user again',
  description:
    'Creates a new invitation for a user, for example after a forgotten password, and revokes an earlier one. The old password stays valid until the user sets a new one. All sessions of the user end.',
  scope: 'workspace:write',
  parameters: userParameter,
  reply: InvitedUserResponse,
  errorCodes: ['test_key'],
  hasSecretReply: true,

  async handle({ caller, path: { userId }, requestRecord }, { database, clock, random }) {
    const { workspaceId } = caller;
    const at = new Date(clock.now());
    const { text: invitation, stored } = createInvitation(random, clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const current = (await findUser(tx, { workspaceId, userId })) ?? reject('user_not_found');
      requireAssignable(caller, current);
      const row = await replaceInvitation(tx, { workspaceId, userId, invitation: stored, at });
      await endSessionsOfUser(tx, { workspaceId, userId });
      return requestRecord.storeResponse(tx, {
        ...toUserResponse(row ?? reject('user_not_found')),
        invitation,
      });
    });
  },
});
