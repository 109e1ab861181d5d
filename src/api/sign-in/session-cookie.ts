import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import type { Random } from '../../core/random.ts';

/**
 * The secret in the session cookie. `series` identifies the session for its lifetime; `token` rotates during use. A series with an old
 * token shows that the cookie was copied (Jaspan, "Improved persistent login cookie best practice").
 */
export interface SessionSecret {
  readonly series: string;
  readonly token: string;
}

const cookieName = 'parley_session';
/** RFC 6265bis §4.1.3.2: browsers accept the cookie only over TLS, for this host and every path, so that no sibling host can set it. */
const secureCookieName = `__Host-${cookieName}`;
/** Random bytes of the series, and of the token. */
const randomTextBytes = 24;
const secretPattern = /^([\w-]{32})\.([\w-]{32})$/;

const randomText = (random: Random): string =>
  Buffer.from(random.bytes(randomTextBytes)).toString('base64url');

export function createSessionSecret(random: Random): SessionSecret {
  return { series: randomText(random), token: randomText(random) };
}

/** Returns the secret of the same session with a new token. */
export function nextSessionSecret(secret: SessionSecret, random: Random): SessionSecret {
  return { ...secret, token: randomText(random) };
}

/** Returns the secret in the session cookie; `undefined` without a valid one. Over TLS ignores the cookie without prefix, which an attacker could set. */
export function readSessionCookie(headers: IncomingHttpHeaders): SessionSecret | undefined {
  if (headers.cookie === undefined) return undefined;
  const sent = fastifyCookie.parse(headers.cookie);
  const text = sent[secureCookieName] ?? (isOverTls(headers) ? undefined : sent[cookieName]);
  const match = secretPattern.exec(text ?? '');
  return match === null ? undefined : { series: match[1]!, token: match[2]! };
}

/** Trusts `X-Forwarded-Proto` and `Origin`: a client that forges them affects only its own cookie. */
function isOverTls(headers: IncomingHttpHeaders): boolean {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',', 1)[0]!;
  return forwarded.trim() === 'https' || headers.origin?.startsWith('https://') === true;
}

/** Returns the Set-Cookie header that stores the session in the browser. */
export function sessionCookie(
  headers: IncomingHttpHeaders,
  { series, token }: SessionSecret,
  maxAgeSeconds: number,
): string {
  return cookieText(headers, `${series}.${token}`, maxAgeSeconds);
}

/** Returns the Set-Cookie header that deletes the session cookie. */
export const clearedSessionCookie = (headers: IncomingHttpHeaders): string => cookieText(headers, '', 0);

/** SameSite=Strict: the browser does not send the cookie with requests from other sites, also not when a user follows a link from there. */
function cookieText(headers: IncomingHttpHeaders, value: string, maxAgeSeconds: number): string {
  const secure = isOverTls(headers);
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: maxAgeSeconds } as const;
  return fastifyCookie.serialize(secure ? secureCookieName : cookieName, value, options);
}
