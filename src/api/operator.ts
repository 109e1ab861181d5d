import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether the request comes from the operator: it has the configured token, or it comes from this machine and its Host is a loopback
 * address or `localhost`. A web page that uses DNS rebinding sends its own host name.
 */
export function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  return hasToken(request, token) || (isFromLoopback(request) && asksForLoopback(request));
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const sent = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** A proxy on this machine forwards for other clients and adds a header. */
function isFromLoopback(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined)
    return false;
  const address = request.ip.replace(/^::ffff:/i, '');
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

const asksForLoopback = ({ headers }: FastifyRequest): boolean => loopbackHost.test(headers.host ?? '');
