import type { IncomingHttpHeaders } from 'node:http';
import { Problem, refuse } from '../core/problems.ts';
import { isWellFormedApiKey } from '../domain/api-key.ts';
import { readSessionCookie } from './sign-in/session-cookie.ts';

/** Whether the request carries a key, good or bad. */
export const hasKey = (headers: IncomingHttpHeaders): boolean =>
  Boolean(headers['x-api-key']) || bearerToken(headers.authorization) !== undefined;

/**
 * The key of a request: `x-api-key`, or `Authorization: Bearer`; where both are sent they must be the same.
 * @throws {Problem} `missing_api_key`, or `invalid_api_key` where the checksum shows a typing error
 */
export function presentedKey(headers: IncomingHttpHeaders): string {
  const plain = headers['x-api-key'];
  const bearer = bearerToken(headers.authorization);
  const key = plain === undefined || plain === '' ? bearer : String(plain);
  if (key === undefined) refuse('missing_api_key');
  if (bearer !== undefined && bearer !== key) {
    refuse('invalid_api_key', { details: 'The x-api-key and Authorization headers carry different keys.' });
  }
  if (!isWellFormedApiKey(key)) refuse('invalid_api_key');
  return key;
}

/** The secret of a request in which one stands that may hold; looked up is nothing. */
export function wellFormedSecret(headers: IncomingHttpHeaders): string | undefined {
  try {
    return presentedSecret(headers);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** What only this caller has and has in every request: the key, or the part of the session's cookie that stays. */
export const presentedSecret = (headers: IncomingHttpHeaders): string =>
  (hasKey(headers) ? undefined : readSessionCookie(headers)?.series) ?? presentedKey(headers);

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return /^Bearer[ ]+(\S+)[ ]*$/i.exec(header)?.[1];
}
