import { isIP } from 'node:net';
import { isHiddenFrom } from './private-address.ts';
import type { SipSource, SipTarget, TransportProtocol } from './transport/transport.ts';
import { isSipUri, withoutBrackets, type SipUri, type Uri } from './uri.ts';
import type { UserAgentCore } from './user-agent-core.ts';

/** The target of a URI whose host is an address (RFC 3263 §4.1, §4.2); undefined for names. */
export function numericTarget(uri: SipUri): SipTarget | undefined {
  const address = withoutBrackets(uri.parameters.get('maddr') ?? uri.host);
  if (isIP(address) === 0) return undefined;
  const protocol = protocolOf(uri);
  return { protocol, address, port: uri.port ?? (protocol === 'tls' ? 5061 : 5060) };
}

function protocolOf(uri: SipUri): TransportProtocol {
  const transport = uri.parameters.get('transport')?.toLowerCase();
  if (uri.scheme === 'sips' || transport === 'tls') return 'tls';
  return transport === 'tcp' ? 'tcp' : 'udp';
}

/**
 * Hands the target of the next hop to `use`, at once where the host is an address; else when it is found. A connection that the dialog came by
 * is used as long as it leads to the same address. A hop that hides behind a NAT is reached where the dialog was seen to come from: there is
 * no other way back.
 */
export function locateHop(
  core: Pick<UserAgentCore, 'locate' | 'internalErrors'>,
  hop: Uri,
  flow: SipSource | undefined,
  use: (target: SipTarget) => void,
  fail: (error: Error) => void,
): void {
  if (!isSipUri(hop)) {
    fail(new Error(`a ${hop.scheme}: URI cannot be reached by SIP`));
    return;
  }
  const target = numericTarget(hop);
  if (target !== undefined) use(onFlow(hop, target, flow));
  else
    core
      .locate(hop)
      .then((targets) => useFirst(hop, targets, flow, use, fail))
      .catch(core.internalErrors.guard('leg', fail));
}

function useFirst(
  hop: SipUri,
  [first]: readonly SipTarget[],
  flow: SipSource | undefined,
  use: (target: SipTarget) => void,
  fail: (error: Error) => void,
): void {
  if (first === undefined) fail(new Error('nothing serves the host of the URI'));
  else use(onFlow(hop, first, flow));
}

function onFlow(hop: SipUri, target: SipTarget, flow: SipSource | undefined): SipTarget {
  if (flow === undefined || !mayUse(flow, hop, target)) return target;
  const { protocol, address, port, connection } = flow;
  if (isHiddenFrom(target.address, address))
    return { protocol, address, port, ...(connection === undefined ? {} : { connection }) };
  if (address !== target.address || connection === undefined) return target;
  return { ...target, protocol, port: protocol === target.protocol ? target.port : port, connection };
}

/** A peer on a connection that names no transport in its Contact means that connection, not UDP: least of all in place of TLS. */
function mayUse(flow: SipSource, hop: SipUri, target: SipTarget): boolean {
  if (flow.protocol === target.protocol) return true;
  return flow.connection !== undefined && !hop.parameters.has('transport') && hop.scheme === 'sip';
}
