import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { hashPassword, nobodysHash, verifyPassword } from '../../store/password.ts';
import { endSessionsOfUser } from '../../store/sessions/end-sessions.ts';
import { findUser } from '../../store/users/find-user.ts';
import { setUserPassword } from '../../store/users/update-user.ts';
import { endpoint } from '../endpoint.ts';
import { beginAttempt } from './attempts.ts';
import { openSession } from './open-session.ts';
import { givenPassword, newPassword, whenPasswordsAllow } from './password-rules.ts';
import { SessionAnswer, showSession } from './session-answer.ts';

const PasswordChange = z
  .strictObject({ currentPassword: givenPassword, newPassword })
  .meta({ id: 'PasswordChange' });

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/api/sessions/current/password',
  operationId: 'changePassword',
  tag: 'Sign-in',
  summary: 'Change the password',
  description: 'Ends every session of the person, and opens a new one for this browser.',
  scope: 'signed-in',
  body: PasswordChange,
  reply: SessionAnswer,
  errorCodes: ['invalid_credentials', 'overloaded'],

  async handle({ caller, body, address, header, setHeader, once }, context) {
    const { homeWorkspaceId: workspaceId, actor } = caller;
    const { database, clock, random } = context;
    const userId = actor.id;
    const scope = database.inWorkspace(workspaceId);
    const user = (await findUser(scope, { workspaceId, userId })) ?? refuse('session_expired');
    const attempt = await beginAttempt(database, { address, account: user.email });
    const known = user.passwordHash ?? nobodysHash;
    if (!(await whenPasswordsAllow(() => verifyPassword(body.currentPassword, known))))
      refuse('invalid_credentials', { details: 'The current password is wrong.' });
    await attempt.succeed();
    const passwordHash = await whenPasswordsAllow(() => hashPassword(body.newPassword, random));
    const opened = await scope.transaction(async (tx) => {
      await setUserPassword(tx, { workspaceId, userId, passwordHash, at: new Date(clock.now()) });
      await endSessionsOfUser(tx, { workspaceId, userId });
      const session = await openSession(tx, context, { ...user, passwordHash }, { address, header });
      await once.audit(tx, { id: session.sessionId });
      return session;
    });
    setHeader('set-cookie', opened.cookie);
    return showSession(opened.sessionId, user);
  },
});
