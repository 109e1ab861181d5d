import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { insertUser } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import { emailAddress } from '../sign-in/password-rules.ts';
import {
  createInvitation,
  InvitedUserResponse,
  isOperator,
  requireAssignable,
  role,
  toUserResponse,
  userName,
} from './user-response.ts';

const NewUser = z
  .strictObject({
    email: emailAddress,
    name: userName.optional(),
    role,
    isOperator: isOperator.default(false),
  })
  .meta({ id: 'UserInput' });

export const createUser = endpoint({
  method: 'POST',
  path: '/v1/api/users',
  operationId: 'createUser',
  tag: 'Users',
  summary: 'Invite a user',
  description:
    'Creates a user. The response has an invitation, returned only once, with which the user sets a password. An email address is unique in the whole installation.',
  scope: 'workspace:write',
  body: NewUser,
  reply: InvitedUserResponse,
  hasSecretReply: true,
  errorCodes: ['test_key', 'email_taken'],

  async handle({ caller, body, requestRecord, addAuditDetails }, { database, ids, clock, random }) {
    requireAssignable(caller, body);
    const { workspaceId } = caller;
    const { text: invitation, stored } = createInvitation(random, clock.now());
    addAuditDetails({ role: body.role, isOperator: body.isOperator });
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const row = await insertUser(tx, {
        id: ids.newId('user'),
        workspaceId,
        email: body.email,
        name: body.name ?? '',
        role: body.role,
        isOperator: body.isOperator,
        invitation: stored,
        at: new Date(clock.now()),
      });
      return requestRecord.storeResponse(tx, { ...toUserResponse(row ?? reject('email_taken')), invitation });
    });
  },
});
