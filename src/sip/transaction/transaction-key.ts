import { callIdOf, cseqOf, fromTagOf, topViaOf } from '../header-fields.ts';
import type { SipRequest, SipResponse } from '../message.ts';
import { uniqueBranch } from '../via.ts';

/** Returns the key that matches a response to its client transaction (RFC 3261 §17.1.3). */
export function clientKey(message: SipRequest | SipResponse): string {
  const branch = topViaOf(message).parameters.get('branch') ?? '';
  return `${branch} ${cseqOf(message).method}`;
}

/**
 * Returns the key that matches a request to its server transaction (RFC 3261 §17.2.3). An ACK has the key of its
 * INVITE; so has a CANCEL if `method` is INVITE. Without a unique branch, the fields of RFC 2543 are used, except the
 * To tag, which the ACK has and its INVITE does not.
 */
export function serverKey(request: SipRequest, method = matchedMethod(request)): string {
  const via = topViaOf(request);
  const sentBy = `${via.host}:${via.port ?? ''}`;
  const branch = uniqueBranch(via);
  if (branch !== undefined) return `${branch} ${sentBy} ${method}`;
  const oldBranch = via.parameters.get('branch') ?? '';
  return `2543 ${request.uri} ${fromTagOf(request) ?? ''} ${callIdOf(request)} ${cseqOf(request).number} ${sentBy} ${oldBranch} ${method}`;
}

function matchedMethod(request: SipRequest): string {
  return request.method === 'ACK' ? 'INVITE' : request.method;
}
