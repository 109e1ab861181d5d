import type { MediaLatch } from '../media/media-port.ts';
import { formatNameAddr, nameAddr } from '../sip/name-addr.ts';
import type { TransportProtocol } from '../sip/transport/transport.ts';
import { sipUri, type SipUri } from '../sip/uri.ts';

/** A SIP connection to the phone network: a provider, a PBX, or the test network. */
export interface TrunkSettings {
  readonly name: string;
  /** A host name or an address. */
  readonly host: string;
  /** If `undefined`, the port of the SRV record (RFC 3263), otherwise the default port. */
  readonly port?: number | undefined;
  readonly transport: TransportProtocol;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The host to which requests are sent. Their URIs still contain the trunk's host. */
  readonly outboundProxy?: { readonly host: string; readonly port?: number } | undefined;
  /** Addresses and CIDR blocks from which calls are accepted, in addition to the addresses of the host. */
  readonly allowedSourceAddresses?: readonly string[];
  /** Permitted caller IDs in E.164; empty permits all. */
  readonly callerIds?: readonly string[];
  /** Whether to register with the trunk, to receive calls. */
  readonly register?: boolean;
  /** Whether a 3xx response is followed to another address of the trunk, for the same number; default false. */
  readonly followRedirect?: boolean;
  /** Lower values are tried first; default 0. */
  readonly priority?: number;
  /** The numbers that can be called through the trunk. Default `real`: all numbers except the fictional ones. */
  readonly carries?: 'real' | 'fictional';
  /** The RTP sources that are accepted; default `symmetric`. */
  readonly mediaLatch?: MediaLatch;
}

/** Returns the URI of a number or user at the trunk; without `user`, of the trunk itself. */
export function trunkUri(trunk: TrunkSettings, user?: string): SipUri {
  return sipUri({ user, host: trunk.host, port: trunk.port });
}

/**
 * Returns the URI to which requests for the trunk are sent: of the outbound proxy, otherwise of the trunk, with the
 * transport.
 */
export function trunkHop(trunk: TrunkSettings): SipUri {
  const { host, port } = trunk.outboundProxy ?? trunk;
  return sipUri({ host, port, parameters: [['transport', trunk.transport]] });
}

/** Returns the preloaded Route header fields (RFC 3261 §8.1.2). */
export function trunkRoutes(trunk: TrunkSettings): string[] {
  if (trunk.outboundProxy === undefined) return [];
  const { host, port } = trunk.outboundProxy;
  const parameters: [string, string][] = [['lr', '']];
  if (trunk.transport !== 'udp') parameters.push(['transport', trunk.transport]);
  return [formatNameAddr(nameAddr(sipUri({ host, port, parameters })))];
}

/** Returns the credentials of the trunk; `undefined` if it has none. */
export function trunkAccount(trunk: TrunkSettings): { username: string; password: string } | undefined {
  if (trunk.user === undefined || trunk.password === undefined) return undefined;
  return { username: trunk.user, password: trunk.password };
}
