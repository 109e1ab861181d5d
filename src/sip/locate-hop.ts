import { isIP } from 'node:net';
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
 * is used as long as it leads to the same address: behind a NAT there is no other way back (RFC 3261 §18).
 */
export function locateHop(
  core: Pick<UserAgentCore, 'locate'>,
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
  if (target !== undefined) use(onFlow(target, flow));
  else core.locate(hop).then((targets) => useFirst(targets, flow, use, fail), fail);
}

function useFirst(
  [first]: readonly SipTarget[],
  flow: SipSource | undefined,
  use: (target: SipTarget) => void,
  fail: (error: Error) => void,
): void {
  if (first === undefined) fail(new Error('nothing serves the host of the URI'));
  else use(onFlow(first, flow));
}

function onFlow(target: SipTarget, flow: SipSource | undefined): SipTarget {
  const same = flow?.protocol === target.protocol && flow.address === target.address;
  return same && flow.connection !== undefined ? { ...target, connection: flow.connection } : target;
}
