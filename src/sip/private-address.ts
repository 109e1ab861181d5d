import { AddressRanges } from '../core/address-ranges.ts';

/** RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 §2.5.6: addresses that are valid only within one network. */
const privateRanges = new AddressRanges([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);
/** The loopback addresses of IPv4 and IPv6 (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3). */
const loopbackRanges = new AddressRanges(['127.0.0.0/8', '::1']);

/**
 * Returns whether an address that a peer advertises is unreachable from the network of its observed source address: its
 * loopback address from another machine, or a private address from the public network. Both are numeric.
 */
export function isBehindNat(advertised: string, observed: string): boolean {
  if (loopbackRanges.has(advertised)) return !loopbackRanges.has(observed);
  return privateRanges.has(advertised) && !privateRanges.has(observed) && !loopbackRanges.has(observed);
}
