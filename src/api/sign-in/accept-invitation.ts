import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { hashPassword } from '../../store/password.ts';
import { endSessionsOfUser } from '../../store/sessions.ts';
import { acceptInvitation as applyInvitation } from '../../store/users.ts';
import { endpoint } from '../endpoint.ts';
import { countAttempt } from './count-attempt.ts';
import { browserHeaders, openSession } from './open-session.ts';
import { newPassword, rejectIfHashingBusy } from './password-rules.ts';
import { rejectCrossSite } from './same-origin.ts';
import { SessionResponse, toSessionResponse } from './session-response.ts';
import { hashSecret } from './session-rules.ts';

const AcceptedInvitation = z
  .strictObject({
    invitation: z
      .string()
      .min(1)
      .max(100)
      .meta({
        description: 'The invitation text that the owner received.',
        examples: ['inv_…'],
      }),
    password: newPassword.meta({ examples: ['correct horse battery staple'] }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .optional()
      .meta({
        description: 'The name of the user.',
        examples: ['Ada Lovelace'],
      }),
  })
  .meta({ id: 'AcceptedInvitation' });

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/api/invitations/accept',
  operationId: 'acceptInvitation',
  tag: 'Sign-in',
  summary: 'Accept an invitation',
  description:
    'Sets the first password, or replaces a forgotten one, and signs in. An invitation works once. All other sessions of the user end.',
  scope: 'public',
  body: AcceptedInvitation,
  reply: SessionResponse,
  errorCodes: ['invalid_invitation', 'overloaded'],

  async handle({ body: { invitation, password, name }, clientAddress, header, setHeader }, context) {
    rejectCrossSite(browserHeaders({ header }));
    const { database, clock, random } = context;
    const attempt = await countAttempt(database, { clientAddress, account: undefined });
    const passwordHash = await rejectIfHashingBusy(() => hashPassword(password, random));
    const at = new Date(clock.now());
    // As system, because only the invitation identifies the workspace.
    const { user, opened } = await database.asSystem().transaction(async (tx) => {
      const invitationHash = hashSecret(invitation);
      const user =
        (await applyInvitation(tx, { invitationHash, passwordHash, name, at })) ??
        reject('invalid_invitation');
      await endSessionsOfUser(tx, { workspaceId: user.workspaceId, userId: user.id });
      return { user, opened: await openSession(tx, context, user, { clientAddress, header }) };
    });
    await attempt.refund();
    setHeader('set-cookie', opened.cookie);
    return toSessionResponse(opened.sessionId, user, context.settings);
  },
});
