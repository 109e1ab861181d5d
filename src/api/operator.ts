import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../domain/scopes.ts';
import type { WorkspaceRow } from '../store/workspaces.ts';
import type { Caller } from './endpoint.ts';

/**
 * Returns the scopes of a key or user in the selected workspace. `operator` counts only in the operator's workspace, and only for its own keys
 * and users.
 */
export function effectiveScopes(
  { scopes, homeWorkspaceId }: Pick<Caller, 'scopes' | 'homeWorkspaceId'>,
  { id, isOperator: isOfOperator }: Pick<WorkspaceRow, 'id' | 'isOperator'>,
): readonly Scope[] {
  return isOfOperator && homeWorkspaceId === id ? scopes : scopes.filter((scope) => scope !== 'operator');
}

/** Returns whether the caller has the rights of the operator in this request. */
export const isOperator = ({ scopes }: Pick<Caller, 'scopes'>): boolean => scopes.includes('operator');

/**
 * Returns whether a request without a key comes from the operator: it has the configured token, or it comes from this machine and its Host is a
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
