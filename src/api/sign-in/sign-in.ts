import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { insertAuditEntry } from '../../store/audit-log.ts';
import { dummyPasswordHash, verifyPassword } from '../../store/password.ts';
import { findUserByEmail, type UserRow } from '../../store/users.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { countAttempt } from './count-attempt.ts';
import { browserHeaders, openSession } from './open-session.ts';
import { emailAddress, submittedPassword, rejectIfHashingBusy } from './password-rules.ts';
import { rejectCrossSite } from './same-origin.ts';
import { SessionResponse, toSessionResponse } from './session-response.ts';

const Credentials = z
  .strictObject({
    email: emailAddress,
    password: submittedPassword.meta({
      description: 'The password of the user.',
      examples: ['correct horse battery staple'],
    }),
  })
  .meta({ id: 'Credentials' });

export const signIn = endpoint({
  method: 'POST',
  path: '/v1/api/sessions',
  operationId: 'signIn',
  tag: 'Sign-in',
  summary: 'Sign in',
  description:
    'Signs in a user with email address and password. The session is an HttpOnly cookie; it ends 12 hours after its last use and after 7 days at most. Failed attempts are limited per account and per client address. An Idempotency-Key has no effect: each sign-in opens a separate session.',
  scope: 'public',
  body: Credentials,
  reply: SessionResponse,
  errorCodes: ['invalid_credentials', 'overloaded'],

  async handle({ body: { email, password }, clientAddress, header, setHeader }, context) {
    rejectCrossSite(browserHeaders({ header }));
    const { database } = context;
    const attempt = await countAttempt(database, { clientAddress, account: email });
    const user = await findUserByEmail(database.asSystem(), { email });
    // The response for an unknown email address takes as much time as for a wrong password.
    const passwordHash = user?.passwordHash ?? dummyPasswordHash;
    const isCorrect = await rejectIfHashingBusy(() => verifyPassword(password, passwordHash));
    if (user === undefined || !isCorrect || user.status !== 'active') {
      if (user !== undefined) auditFailedSignIn(context, user, clientAddress);
      reject('invalid_credentials');
    }
    await attempt.refund();
    const opened = await database
      .inWorkspace(user.workspaceId)
      .transaction((tx) => openSession(tx, context, user, { clientAddress, header }));
    setHeader('set-cookie', opened.cookie);
    return toSessionResponse(opened.sessionId, user, context.settings);
  },
});

/** Records a failed sign-in in the audit log. Not awaited, so that the response time does not reveal whether the account exists. */
function auditFailedSignIn(
  { database, clock, logger }: ApiContext,
  { workspaceId, id }: UserRow,
  ip: string,
): void {
  insertAuditEntry(database.inWorkspace(workspaceId), {
    workspaceId,
    actorType: 'system',
    action: 'signInRefused',
    subjectId: id,
    ip,
    at: new Date(clock.now()),
  }).catch((error: unknown) => {
    logger.error({ err: error }, 'Failed to record a rejected sign-in in the audit log.');
  });
}
