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
 * Returns whether the address that a peer advertises is valid only behind its NAT. `observed` is the source address of
 * the peer's packets. A loopback address is behind NAT unless `observed` is loopback too. A private address is behind
 * NAT if `observed` is public. Both addresses must be numeric.
 */
export function isBehindNat(advertised: string, observed: string): boolean {
  if (loopbackRanges.has(advertised)) return !loopbackRanges.has(observed);
  return privateRanges.has(advertised) && !privateRanges.has(observed) && !loopbackRanges.has(observed);
}
