import type { IncomingHttpHeaders } from 'node:http';
import { reject } from '../../core/problems.ts';

/**
 * Returns whether the request comes from a page of this origin: by `Sec-Fetch-Site` (W3C Fetch Metadata), otherwise by comparing
 * `Origin` with `Host`. Returns `undefined` without both headers; current browsers send one of them with every request except GET.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return undefined;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * Requires the same origin for changes with a session. SameSite=Strict protects against other sites; this check also rejects other
 * origins of the same site, such as another port or a sibling host.
 * @throws {Problem} `cross_site_request`
 */
export function requireSameOrigin(method: string, headers: IncomingHttpHeaders): void {
  if (method !== 'GET' && isSameOrigin(headers) !== true) reject('cross_site_request');
}

/**
 * Rejects a sign-in from a page of another origin. Allows clients that are not browsers, because they have no session to replace.
 * @throws {Problem} `cross_site_request`
 */
export function rejectCrossSite(headers: IncomingHttpHeaders): void {
  if (isSameOrigin(headers) === false) reject('cross_site_request');
}
