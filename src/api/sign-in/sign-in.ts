import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { insertAuditEntry } from '../../store/audit/insert-audit-entry.ts';
import { nobodysHash, verifyPassword } from '../../store/password.ts';
import { findUserByEmail } from '../../store/users/find-user-by-email.ts';
import type { UserRow } from '../../store/users/user-row.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { beginAttempt } from './attempts.ts';
import { browserHeaders, openSession } from './open-session.ts';
import { emailAddress, givenPassword, whenPasswordsAllow } from './password-rules.ts';
import { refuseCrossSite } from './same-origin.ts';
import { SessionAnswer, showSession } from './session-answer.ts';

const Credentials = z
  .strictObject({ email: emailAddress, password: givenPassword })
  .meta({ id: 'Credentials' });

export const signIn = endpoint({
  method: 'POST',
  path: '/v1/api/sessions',
  operationId: 'signIn',
  tag: 'Sign-in',
  summary: 'Sign in',
  description:
    'With the address and password of a person. The session comes as a cookie that scripts cannot read; it ends 12 hours after its last use, and after 7 days in any case. Wrong attempts are limited for each account and each address. An Idempotency-Key has no effect: to sign in twice is two sessions.',
  scope: 'public',
  body: Credentials,
  reply: SessionAnswer,
  errorCodes: ['invalid_credentials', 'overloaded'],

  async handle({ body: { email, password }, address, header, setHeader }, context) {
    refuseCrossSite(browserHeaders({ header }));
    const { database } = context;
    const attempt = await beginAttempt(database, { address, account: email });
    const user = await findUserByEmail(database.asSystem(), { email });
    // Somebody unknown costs as much time as a wrong password.
    const known = user?.passwordHash ?? nobodysHash;
    const isRight = await whenPasswordsAllow(() => verifyPassword(password, known));
    if (user === undefined || !isRight || user.status !== 'active') {
      if (user !== undefined) noteFailure(context, user, address);
      refuse('invalid_credentials');
    }
    await attempt.succeed();
    const opened = await database
      .inWorkspace(user.workspaceId)
      .transaction((tx) => openSession(tx, context, user, { address, header }));
    setHeader('set-cookie', opened.cookie);
    return showSession(opened.sessionId, user);
  },
});

/** The owner can see who tries to get in. Not awaited: the time must not tell that the account is known. */
function noteFailure(
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
    logger.error({ err: error }, 'A refused sign-in could not be written down.');
  });
}
