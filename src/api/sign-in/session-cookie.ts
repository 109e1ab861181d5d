import type { IncomingHttpHeaders } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import type { Random } from '../../core/random.ts';

/**
 * What the browser keeps: the first text names the session for its whole life, the second changes while it is used. Whoever
 * presents the first with an old second has a copy of the cookie, or the browser has (Jaspan, "Improved persistent login cookie
 * best practice").
 */
export interface SessionSecret {
  readonly series: string;
  readonly token: string;
}

const cookieName = 'parley_session';
/** RFC 6265bis §4.1.3.2: browsers take it over TLS only, for this host and every path, so that no neighbour can plant one. */
const secureCookieName = `__Host-${cookieName}`;
const textBytes = 24;
const secretPattern = /^([\w-]{32})\.([\w-]{32})$/;

const randomText = (random: Random): string => Buffer.from(random.bytes(textBytes)).toString('base64url');

export function createSessionSecret(random: Random): SessionSecret {
  return { series: randomText(random), token: randomText(random) };
}

/** The same session with another token. */
export function nextSessionSecret(secret: SessionSecret, random: Random): SessionSecret {
  return { ...secret, token: randomText(random) };
}

/** Undefined without a cookie of ours. Over TLS the name without prefix counts for nothing: anybody on the way could plant it. */
export function readSessionCookie(headers: IncomingHttpHeaders): SessionSecret | undefined {
  if (headers.cookie === undefined) return undefined;
  const sent = fastifyCookie.parse(headers.cookie);
  const text = sent[secureCookieName] ?? (isOverTls(headers) ? undefined : sent[cookieName]);
  const match = secretPattern.exec(text ?? '');
  return match === null ? undefined : { series: match[1]!, token: match[2]! };
}

/** The proxy in front says so, or the page that asks was loaded so. Whoever lies about it only harms their own cookie. */
function isOverTls(headers: IncomingHttpHeaders): boolean {
  const forwarded = String(headers['x-forwarded-proto'] ?? '').split(',', 1)[0]!;
  return forwarded.trim() === 'https' || headers.origin?.startsWith('https://') === true;
}

/** The Set-Cookie header that gives the browser its session. */
export function sessionCookie(
  headers: IncomingHttpHeaders,
  { series, token }: SessionSecret,
  maxAgeSeconds: number,
): string {
  return cookieText(headers, `${series}.${token}`, maxAgeSeconds);
}

/** The Set-Cookie header that takes it away. */
export const clearedSessionCookie = (headers: IncomingHttpHeaders): string => cookieText(headers, '', 0);

/** Strict: no other site can make the browser send it, not even by a link; the dashboard asks from its own pages. */
function cookieText(headers: IncomingHttpHeaders, value: string, maxAgeSeconds: number): string {
  const secure = isOverTls(headers);
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: maxAgeSeconds } as const;
  return fastifyCookie.serialize(secure ? secureCookieName : cookieName, value, options);
}
