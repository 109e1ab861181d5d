import type { MediaLatch } from '../media/media-port.ts';
import { SipParseError } from '../sip/parse-error.ts';
import { formatNameAddr, nameAddr } from '../sip/name-addr.ts';
import type { TransportProtocol } from '../sip/transport/transport.ts';
import { formatUri, parseUri, sipUri, type SipUri } from '../sip/uri.ts';

/** A way into the phone network by SIP: a provider, an exchange, or the test network. */
export interface TrunkSettings {
  readonly name: string;
  /** A name or an address. */
  readonly host: string;
  /** Undefined: found by SRV (RFC 3263), else the usual one. */
  readonly port?: number | undefined;
  readonly transport: TransportProtocol;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Where requests go instead of to the host, which they still name. */
  readonly outboundProxy?: { readonly host: string; readonly port?: number } | undefined;
  /** Addresses and CIDR blocks from which calls are taken, besides those of the host itself. */
  readonly allowedSourceAddresses?: readonly string[];
  /** E.164 numbers that may be shown; none: all. */
  readonly callerIds?: readonly string[];
  /** Whether we register there, to be called. */
  readonly register?: boolean;
  /** Whether a 3xx is followed to another address of the trunk, for the same number; false by default. */
  readonly followRedirect?: boolean;
  /** Lower is tried first; 0 where left out. */
  readonly priority?: number;
  /** Which numbers may be called through it. `real`, where left out, is all but the fictional ones. */
  readonly carries?: 'real' | 'fictional';
  /** Whose RTP packets are accepted; `symmetric` where omitted. */
  readonly mediaLatch?: MediaLatch;
}

/** The URI of a number or user at the trunk; without one, of the trunk itself. */
export function trunkUri(trunk: TrunkSettings, user?: string): SipUri {
  return sipUri({ user, host: trunk.host, port: trunk.port });
}

/** Where requests for the trunk are sent: its proxy's URI, else its own, with the transport. */
export function trunkHop(trunk: TrunkSettings): SipUri {
  const { host, port } = trunk.outboundProxy ?? trunk;
  return sipUri({ host, port, parameters: [['transport', trunk.transport]] });
}

/** The Route header fields set beforehand (RFC 3261 §8.1.2). */
export function trunkRoutes(trunk: TrunkSettings): string[] {
  if (trunk.outboundProxy === undefined) return [];
  const { host, port } = trunk.outboundProxy;
  const parameters: [string, string][] = [['lr', '']];
  if (trunk.transport !== 'udp') parameters.push(['transport', trunk.transport]);
  return [formatNameAddr(nameAddr(sipUri({ host, port, parameters })))];
}

export function trunkAccount(trunk: TrunkSettings): { username: string; password: string } | undefined {
  if (trunk.user === undefined || trunk.password === undefined) return undefined;
  return { username: trunk.user, password: trunk.password };
}

/** A destination of a transfer as a URI: a SIP URI as it is, a number at the trunk. Undefined where it is neither. */
export function destinationUri(trunk: TrunkSettings | undefined, destination: string): string | undefined {
  if (!/^sips?:/i.test(destination))
    return trunk === undefined ? undefined : formatUri(trunkUri(trunk, destination));
  try {
    return formatUri(parseUri(destination));
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}
