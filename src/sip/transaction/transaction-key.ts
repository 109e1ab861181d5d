import { callIdOf, cseqOf, fromTagOf, topViaOf } from '../header-fields.ts';
import type { SipRequest, SipResponse } from '../message.ts';
import { uniqueBranch } from '../via.ts';

/** What a response is matched to its client transaction by: RFC 3261 §17.1.3. */
export function clientKey(message: SipRequest | SipResponse): string {
  const branch = topViaOf(message).parameters.get('branch') ?? '';
  return `${branch} ${cseqOf(message).method}`;
}

/**
 * What a request is matched to its server transaction by: RFC 3261 §17.2.3. An ACK has the key of its INVITE; so has a CANCEL
 * when `method` says so. Where the branch is not unique, the fields that RFC 2543 compared; the To tag is left out of them, as
 * the ACK has one and its INVITE none.
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
