import { networkInterfaces } from 'node:os';
import { loopback } from './source-admission.ts';

export interface OwnAddresses {
  /** What we listen on; may be a wildcard. */
  readonly local: string;
  /** What the outside sees of us, where that differs. */
  readonly public?: string | undefined;
}

/** The address that a peer is told to send its media to. Peers on this machine are never sent around by the public address. */
export function addressToldTo(peer: string, own: OwnAddresses): string {
  if (loopback.has(peer))
    return loopback.has(own.local) ? own.local : peer.includes(':') ? '::1' : '127.0.0.1';
  if (own.public !== undefined) return own.public;
  return isWildcard(own.local) ? (outwardAddress(peer.includes(':')) ?? '127.0.0.1') : own.local;
}

const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** The first address of this machine that others can reach. */
function outwardAddress(isIpv6: boolean): string | undefined {
  const family = isIpv6 ? 'IPv6' : 'IPv4';
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((entry) => entry.family === family && !entry.internal && !entry.address.startsWith('fe80'))
    ?.address;
}
