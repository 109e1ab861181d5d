import { AddressRanges } from '../core/address-ranges.ts';

/** RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 §2.5.6: addresses that mean something in one network only. */
const privateRanges = new AddressRanges([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);
/** RFC 1122 §3.2.1.3, RFC 4291 §2.5.3. */
const loopbackRanges = new AddressRanges(['127.0.0.0/8', '::1']);

/**
 * Whether an address that a peer gives of itself cannot lead back to it, seen from where its messages come from: its loopback
 * from another machine, or an address of its private network from the public one. Both numeric.
 */
export function isHiddenFrom(told: string, seen: string): boolean {
  if (loopbackRanges.has(told)) return !loopbackRanges.has(seen);
  return privateRanges.has(told) && !privateRanges.has(seen) && !loopbackRanges.has(seen);
}
