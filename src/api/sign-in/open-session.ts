import type { IncomingHttpHeaders } from 'node:http';
import { reject } from '../../core/problems.ts';
import { insertAuditEntry } from '../../store/audit-log.ts';
import type { Queryable } from '../../store/queryable.ts';
import { insertSession } from '../../store/sessions.ts';
import type { UserRow } from '../../store/users.ts';
import type { ApiContext } from '../context.ts';
import { createSessionSecret, sessionCookie } from './session-cookie.ts';
import { hashSecret, maxSessionAgeMs } from './session-rules.ts';

/** The client of a sign-in: its IP address, and a function that returns a request header by name. */
export interface ClientInfo {
  readonly clientAddress: string;
  readonly header: (name: string) => string | undefined;
}

/** A new session with its Set-Cookie header. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly cookie: string;
}

const maxUserAgentCharacters = 300;

/**
 * Opens a new session for a user and records it in the audit log. Every sign-in opens a separate session.
 * @throws {Problem} `invalid_credentials` if the user is not active, or if the password changed after the row of the user was read
 */
export async function openSession(
  tx: Queryable,
  { ids, clock, random }: Pick<ApiContext, 'ids' | 'clock' | 'random'>,
  { id: userId, workspaceId, passwordHash }: UserRow,
  client: ClientInfo,
): Promise<OpenedSession> {
  const secret = createSessionSecret(random);
  const sessionId = ids.newId('session');
  const at = new Date(clock.now());
  const isOpen = await insertSession(tx, {
    id: sessionId,
    workspaceId,
    userId,
    seriesHash: hashSecret(secret.series),
    tokenHash: hashSecret(secret.token),
    passwordHash: passwordHash ?? '',
    expiresAt: new Date(at.getTime() + maxSessionAgeMs),
    ip: client.clientAddress,
    userAgent: client.header('user-agent')?.slice(0, maxUserAgentCharacters),
    at,
  });
  if (!isOpen) reject('invalid_credentials');
  const entry = { workspaceId, actorType: 'user', actorId: userId, subjectId: sessionId, at } as const;
  await insertAuditEntry(tx, { ...entry, action: 'signIn', ip: client.clientAddress });
  return { sessionId, cookie: sessionCookie(browserHeaders(client), secret, maxSessionAgeMs / 1000) };
}

/** Returns the headers that the origin check and the functions of session-cookie.ts read. */
export const browserHeaders = ({ header }: Pick<ClientInfo, 'header'>): IncomingHttpHeaders =>
  Object.fromEntries(
    ['x-forwarded-proto', 'origin', 'host', 'sec-fetch-site', 'cookie'].flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
