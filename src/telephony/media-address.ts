import { networkInterfaces } from 'node:os';
import { loopback } from './loopback.ts';

export interface OwnAddresses {
  /** The address on which SIP and RTP listen; can be a wildcard. */
  readonly local: string;
  /** The public address, if it differs. */
  readonly public?: string | undefined;
}

/** Returns the address that is advertised to a peer. Loopback peers always receive a loopback address. */
export function advertisedAddress(peer: string, own: OwnAddresses): string {
  if (loopback.has(peer))
    return loopback.has(own.local) ? own.local : peer.includes(':') ? '::1' : '127.0.0.1';
  if (own.public !== undefined) return own.public;
  return isWildcard(own.local) ? (externalAddress(peer.includes(':')) ?? '127.0.0.1') : own.local;
}

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Returns the first external address of this machine. */
function externalAddress(isIpv6: boolean): string | undefined {
  const family = isIpv6 ? 'IPv6' : 'IPv4';
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((entry) => entry.family === family && !entry.internal && !entry.address.startsWith('fe80'))
    ?.address;
}
