import { reject } from '../../core/problems.ts';
import { findUser } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import { SessionResponse, toSessionResponse } from './session-response.ts';

export const getSession = endpoint({
  method: 'GET',
  path: '/v1/api/sessions/current',
  operationId: 'getSession',
  tag: 'Sign-in',
  summary: 'Get the current session',
  description: 'Returns the signed-in user with scopes and workspaces.',
  scope: 'signed-in',
  reply: SessionResponse,

  async handle({ caller }, { database, settings }) {
    const { homeWorkspaceId: workspaceId, actor, sessionId } = caller;
    const user = await findUser(database.inWorkspace(workspaceId), { workspaceId, userId: actor.id });
    return toSessionResponse(sessionId!, user ?? reject('session_expired'), settings);
  },
});
