import { topViaOf } from '../header-fields.ts';
import type { SipRequest } from '../message.ts';
import { splitList } from '../grammar.ts';
import { withoutBrackets } from '../uri.ts';
import { formatVia, type Via } from '../via.ts';
import type { SipSource, SipTarget } from './transport.ts';

/**
 * Writes into the topmost Via where the request was seen to come from: `received` (RFC 3261 §18.2.1) and the value of `rport` (RFC 3581
 * §4). Responses copy it. Throws SipParseError where the Via is malformed.
 */
export function stampSource(request: SipRequest, source: SipSource): void {
  const via = topViaOf(request);
  const wantsPort = via.parameters.get('rport') === '';
  if (!wantsPort && withoutBrackets(via.host) === source.address) return;
  const parameters = new Map(via.parameters);
  parameters.set('received', source.address);
  if (wantsPort) parameters.set('rport', String(source.port));
  const [, ...sameLine] = splitList(request.headers.get('Via') ?? '');
  request.headers.replaceFirst('Via', [formatVia({ ...via, parameters }), ...sameLine].join(', '));
}

/**
 * Where the response to a request goes: RFC 3261 §18.2.2 and RFC 3581 §4. By the same connection while it lasts; otherwise to the
 * address the request came from, never to one that it names (`maddr` would let a stranger direct our answers).
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

/** RFC 3261 §18.1.1, §19.1.2. */
export function defaultPort(protocol: SipTarget['protocol']): number {
  return protocol === 'tls' ? 5061 : 5060;
}
