import { isIP } from 'node:net';
import { isBehindNat } from './private-address.ts';
import type { SipSource, SipTarget, TransportProtocol } from './transport/transport.ts';
import { isSipUri, withoutBrackets, type SipUri, type Uri } from './uri.ts';
import type { UserAgentCore } from './user-agent-core.ts';

/** Returns the target of a URI with a numeric host (RFC 3263 §4.1, §4.2); `undefined` for host names. */
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
 * Passes the target of the next hop to `onTarget`: synchronously for a numeric host, otherwise once it is resolved. The
 * connection of the dialog is reused if it leads to the same address. A hop behind a NAT is reached at the observed
 * source address of the dialog, which is the only route to it.
 */
export function locateHop(
  core: Pick<UserAgentCore, 'locate' | 'internalErrors'>,
  hop: Uri,
  flow: SipSource | undefined,
  onTarget: (target: SipTarget) => void,
  onError: (error: Error) => void,
): void {
  if (!isSipUri(hop)) {
    onError(new Error(`a ${hop.scheme}: URI cannot be reached by SIP`));
    return;
  }
  const target = numericTarget(hop);
  if (target !== undefined) onTarget(applyFlow(hop, target, flow));
  else
    core
      .locate(hop)
      .then((targets) => passFirstTarget(hop, targets, flow, onTarget, onError))
      .catch(core.internalErrors.guard('leg', onError));
}

function passFirstTarget(
  hop: SipUri,
  [first]: readonly SipTarget[],
  flow: SipSource | undefined,
  onTarget: (target: SipTarget) => void,
  onError: (error: Error) => void,
): void {
  if (first === undefined) onError(new Error('no server found for the host of the URI'));
  else onTarget(applyFlow(hop, first, flow));
}

function applyFlow(hop: SipUri, target: SipTarget, flow: SipSource | undefined): SipTarget {
  if (flow === undefined || !canUseFlow(flow, hop, target)) return target;
  const { protocol, address, port, connection } = flow;
  if (isBehindNat(target.address, address))
    return { protocol, address, port, ...(connection === undefined ? {} : { connection }) };
  if (address !== target.address || connection === undefined) return target;
  return { ...target, protocol, port: protocol === target.protocol ? target.port : port, connection };
}

/**
 * Returns whether requests to this hop can use the flow of the dialog: the protocols are equal, or the URI omits the
 * transport. A peer with a TCP or TLS connection that omits the transport refers to this connection, not to UDP.
 */
function canUseFlow(flow: SipSource, hop: SipUri, target: SipTarget): boolean {
  if (flow.protocol === target.protocol) return true;
  return flow.connection !== undefined && !hop.parameters.has('transport') && hop.scheme === 'sip';
}
