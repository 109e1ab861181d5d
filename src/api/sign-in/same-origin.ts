import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../core/problems.ts';

/**
 * Whether a page of this address asks, as far as the browser tells: `Sec-Fetch-Site` (W3C Fetch Metadata) or else `Origin`
 * against `Host`. Undefined where neither is there: no browser of today leaves both out of a request that changes something.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return undefined;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * What a session changes must be asked for from here. SameSite=Strict keeps the cookie away from other sites; this keeps away
 * what is the same site and yet not this address, such as another port or a sister host.
 * @throws {Problem} `cross_site_request`
 */
export function requireSameOrigin(method: string, headers: IncomingHttpHeaders): void {
  if (method !== 'GET' && isSameOrigin(headers) !== true) refuse('cross_site_request');
}

/**
 * Nobody is signed in by another site's page. A program without a browser may: it has no session that could be changed.
 * @throws {Problem} `cross_site_request`
 */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  if (isSameOrigin(headers) === false) refuse('cross_site_request');
}
