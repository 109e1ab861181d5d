import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { hashPassword, dummyPasswordHash, verifyPassword } from '../../store/password.ts';
import { endSessionsOfUser } from '../../store/sessions.ts';
import { findUser, setUserPassword } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import { countAttempt } from './count-attempt.ts';
import { openSession } from './open-session.ts';
import { submittedPassword, newPassword, rejectIfHashingBusy } from './password-rules.ts';
import { SessionResponse, toSessionResponse } from './session-response.ts';

const PasswordChange = z
  .strictObject({
    currentPassword: submittedPassword.meta({
      description: 'The current password.',
      examples: ['correct horse battery staple'],
    }),
    newPassword: newPassword.meta({ examples: ['a horse and another battery'] }),
  })
  .meta({ id: 'PasswordChange' });

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/api/sessions/current/password',
  operationId: 'changePassword',
  tag: 'Sign-in',
  summary: 'Change the password',
  description: 'Changes the password, ends all sessions of the user and opens a new one for this browser.',
  scope: 'signed-in',
  body: PasswordChange,
  reply: SessionResponse,
  errorCodes: ['invalid_credentials', 'overloaded'],

  async handle({ caller, body, clientAddress, header, setHeader, requestRecord }, context) {
    const { homeWorkspaceId: workspaceId, actor } = caller;
    const { database, clock, random } = context;
    const userId = actor.id;
    const db = database.inWorkspace(workspaceId);
    const user = (await findUser(db, { workspaceId, userId })) ?? reject('session_expired');
    const attempt = await countAttempt(database, { clientAddress, account: user.email });
    const currentHash = user.passwordHash ?? dummyPasswordHash;
    if (!(await rejectIfHashingBusy(() => verifyPassword(body.currentPassword, currentHash))))
      reject('invalid_credentials', { details: 'The current password is wrong.' });
    await attempt.refund();
    const passwordHash = await rejectIfHashingBusy(() => hashPassword(body.newPassword, random));
    const opened = await db.transaction(async (tx) => {
      await setUserPassword(tx, { workspaceId, userId, passwordHash, at: new Date(clock.now()) });
      await endSessionsOfUser(tx, { workspaceId, userId });
      const session = await openSession(tx, context, { ...user, passwordHash }, { clientAddress, header });
      await requestRecord.storeAuditEntry(tx, { id: session.sessionId });
      return session;
    });
    setHeader('set-cookie', opened.cookie);
    return toSessionResponse(opened.sessionId, user, context.settings);
  },
});
