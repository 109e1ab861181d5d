import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { endSessionsOfUser } from '../../store/sessions.ts';
import { findUser, lockOwners, updateUser as updateUserRow, type UserRow } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import {
  isOperator,
  requireAssignable,
  role,
  toUserResponse,
  UserResponse,
  userName,
  userParameter,
} from './user-response.ts';

const UserPatch = z
  .strictObject({
    name: userName.optional(),
    role: role.optional(),
    isOperator: isOperator.optional(),
    status: z.enum(['active', 'disabled']).optional().meta({
      description: '`active` lets the user sign in, `disabled` does not.',
    }),
  })
  .meta({ id: 'UserPatch' });

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/v1/api/users/{userId}',
  operationId: 'updateUser',
  tag: 'Users',
  summary: 'Change a user',
  description:
    'A new role applies from the next request. `disabled` ends all sessions of the user. `active` enables the account again if it has a password.',
  scope: 'workspace:write',
  parameters: userParameter,
  body: UserPatch,
  reply: UserResponse,
  errorCodes: ['test_key', 'last_owner'],

  async handle({ caller, path: { userId }, body, addAuditDetails, requestRecord }, { database, clock }) {
    const { workspaceId } = caller;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const owners = await lockOwners(tx, { workspaceId });
      const current = (await findUser(tx, { workspaceId, userId })) ?? reject('user_not_found');
      requireAssignable(caller, current, body);
      if (body.status === 'active') requirePassword(current);
      addAuditDetails({ before: auditedFields(current) });
      const changed = await updateUserRow(tx, { workspaceId, userId, at, ...body });
      if (owners.length === 1 && owners[0] === userId && !isOwner(changed!)) reject('last_owner');
      if (changed!.status === 'disabled') await endSessionsOfUser(tx, { workspaceId, userId });
      addAuditDetails({ after: auditedFields(changed!) });
      return requestRecord.storeResponse(tx, toUserResponse(changed!));
    });
  },
});

const auditedFields = (user: UserRow) => ({
  role: user.role,
  isOperator: user.isOperator,
  status: user.status,
});

const isOwner = (user: UserRow): boolean => user.role === 'owner' && user.status === 'active';

/** Rejects the activation of a user without a password, who needs an invitation. */
function requirePassword({ passwordHash }: UserRow): void {
  if (passwordHash !== null) return;
  const message = 'This user has no password yet. Create a new invitation.';
  reject('invalid_request', { fields: [{ path: 'status', code: 'invalid_value', message }] });
}
