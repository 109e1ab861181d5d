import { z } from 'zod';
import { endSession, endSessionsOfUser } from '../../store/sessions.ts';
import { endpoint } from '../endpoint.ts';
import { browserHeaders } from './open-session.ts';
import { clearedSessionCookie } from './session-cookie.ts';

const SignedOut = z
  .object({ ended: z.int().meta({ description: 'Count of ended sessions.', examples: [2] }) })
  .meta({
    id: 'SignedOut',
  });

export const signOut = endpoint({
  method: 'DELETE',
  path: '/v1/api/sessions/current',
  operationId: 'signOut',
  tag: 'Sign-in',
  summary: 'Sign out',
  description: 'Ends this session immediately, on every node.',
  scope: 'signed-in',
  reply: SignedOut,

  async handle({ caller, header, setHeader, requestRecord }, { database }) {
    const { homeWorkspaceId: workspaceId, sessionId } = caller;
    await database.inWorkspace(workspaceId).transaction(async (tx) => {
      await endSession(tx, { workspaceId, sessionId: sessionId! });
      await requestRecord.storeAuditEntry(tx, {});
    });
    setHeader('set-cookie', clearedSessionCookie(browserHeaders({ header })));
    return { ended: 1 };
  },
});

export const signOutEverywhere = endpoint({
  method: 'DELETE',
  path: '/v1/api/sessions',
  operationId: 'signOutEverywhere',
  tag: 'Sign-in',
  summary: 'Sign out everywhere',
  description: 'Ends all sessions of the user, including this one.',
  scope: 'signed-in',
  reply: SignedOut,

  async handle({ caller, header, setHeader, requestRecord }, { database }) {
    const { homeWorkspaceId: workspaceId, actor } = caller;
    const ended = await database.inWorkspace(workspaceId).transaction(async (tx) => {
      const count = await endSessionsOfUser(tx, { workspaceId, userId: actor.id });
      await requestRecord.storeAuditEntry(tx, {});
      return count;
    });
    setHeader('set-cookie', clearedSessionCookie(browserHeaders({ header })));
    return { ended };
  },
});
