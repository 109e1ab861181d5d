import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns whether the request comes from the operator: it has the configured token, or it comes from this machine and its Host is a
 * loopback address or `localhost`. The Host check rejects DNS rebinding: such a web page sends its own host name.
 */
export function isOperatorRequest(request: FastifyRequest, token: string | undefined): boolean {
  return hasToken(request, token) || (isFromLoopback(request) && hasLoopbackHost(request));
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const sent = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** Rejects requests that a proxy on this machine forwards for other clients: a proxy adds a header. */
function isFromLoopback(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined)
    return false;
  const address = request.ip.replace(/^::ffff:/i, '');
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

const hasLoopbackHost = ({ headers }: FastifyRequest): boolean => loopbackHost.test(headers.host ?? '');
