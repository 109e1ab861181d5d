import { topViaOf } from '../header-fields.ts';
import type { SipRequest } from '../message.ts';
import { splitList } from '../grammar.ts';
import { withoutBrackets } from '../uri.ts';
import { formatVia, type Via } from '../via.ts';
import type { SipSource, SipTarget } from './transport.ts';

/**
 * Writes the source address of a request into its topmost Via: `received` (RFC 3261 §18.2.1) and the value of `rport`
 * (RFC 3581 §4). Responses copy this Via. Throws SipParseError for a malformed Via.
 */
export function stampSource(request: SipRequest, source: SipSource): void {
  const via = topViaOf(request);
  const requestsPort = via.parameters.get('rport') === '';
  if (!requestsPort && withoutBrackets(via.host) === source.address) return;
  const parameters = new Map(via.parameters);
  parameters.set('received', source.address);
  if (requestsPort) parameters.set('rport', String(source.port));
  const [, ...sameLine] = splitList(request.headers.get('Via') ?? '');
  request.headers.replaceFirst('Via', [formatVia({ ...via, parameters }), ...sameLine].join(', '));
}

/**
 * Returns the target of the response to a request (RFC 3261 §18.2.2 and RFC 3581 §4): the same connection while it is
 * open, otherwise the source address of the request. Never an address in the request, because `maddr` would let a third
 * party redirect our responses.
 */
export function responseTarget(request: SipRequest, source: SipSource): SipTarget {
  const via = topViaOf(request);
  const { protocol, address } = source;
  if (source.connection !== undefined)
    return { protocol, address, port: sentByPort(via, protocol), connection: source.connection };
  const port = via.parameters.has('rport') ? source.port : sentByPort(via, protocol);
  return { protocol, address, port };
}

function sentByPort(via: Via, protocol: SipTarget['protocol']): number {
  return via.port ?? defaultPort(protocol);
}

/** Returns the default port of a transport (RFC 3261 §18.1.1, §19.1.2). */
export function defaultPort(protocol: SipTarget['protocol']): number {
  return protocol === 'tls' ? 5061 : 5060;
}
