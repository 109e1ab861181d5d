import { z } from 'zod';
import { roleNames } from '../../domain/roles.ts';
import { listUsers as findUsers } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { toUserResponse, UserResponse, userStatus } from './user-response.ts';

export const listUsers = endpoint({
  method: 'GET',
  path: '/v1/api/users',
  operationId: 'listUsers',
  tag: 'Users',
  summary: 'List users',
  description: 'Returns the users of the workspace, newest first.',
  scope: 'workspace:read',
  query: listQuery({
    role: z.enum(roleNames).optional().meta({
      description: 'The role of the user: `owner`, `admin`, `operator` or `viewer`.',
    }),
    status: userStatus.optional(),
    search: queryText.optional().meta({ description: 'Matches anywhere in the name or the email address.' }),
  }),
  reply: listResponseSchema('users', UserResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { role, status, search } = query;
    const filters = { workspaceId, role, status, search, ...listWindow(query) };
    const found = await findUsers(database.inWorkspace(workspaceId), filters);
    return listResponse('users', query, found, toUserResponse);
  },
});
