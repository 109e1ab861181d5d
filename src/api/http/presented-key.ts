import type { IncomingHttpHeaders } from 'node:http';
import { Problem, reject } from '../../core/problems.ts';
import { isWellFormedApiKey } from '../../domain/api-key.ts';
import { readSessionCookie } from '../sign-in/session-cookie.ts';

/** Returns whether the request has an API key, valid or not. */
export const hasKey = (headers: IncomingHttpHeaders): boolean =>
  Boolean(headers['x-api-key']) || bearerToken(headers.authorization) !== undefined;

/**
 * Returns the key of a request: `x-api-key`, or `Authorization: Bearer`. If both are sent, they must be equal.
 * @throws {Problem} `missing_api_key`; `invalid_api_key` if the key is not well-formed or the headers have different keys
 */
export function presentedKey(headers: IncomingHttpHeaders): string {
  const headerKey = headers['x-api-key'];
  const bearer = bearerToken(headers.authorization);
  const key = headerKey === undefined || headerKey === '' ? bearer : String(headerKey);
  if (key === undefined) reject('missing_api_key');
  if (bearer !== undefined && bearer !== key) {
    reject('invalid_api_key', { details: 'The x-api-key and Authorization headers carry different keys.' });
  }
  if (!isWellFormedApiKey(key)) reject('invalid_api_key');
  return key;
}

/** Returns the key or session secret of a request if it is well-formed. Does not use the database. */
export function wellFormedSecret(headers: IncomingHttpHeaders): string | undefined {
  try {
    return presentedSecret(headers);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Returns the secret that all requests of a caller have in common: the key, or the constant part of the session cookie. */
export const presentedSecret = (headers: IncomingHttpHeaders): string =>
  (hasKey(headers) ? undefined : readSessionCookie(headers)?.series) ?? presentedKey(headers);

function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return /^Bearer[ ]+(\S+)[ ]*$/i.exec(header)?.[1];
}
