import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [network: Address, prefixBits: number];

/** A set of IP addresses and CIDR blocks of both families. An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) counts as IPv4. */
export class AddressRanges {
  readonly #ranges = new Map<string, Range>();

  /** Entries that are neither an address nor a block are skipped. */
  constructor(entries: Iterable<string> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** Returns false, and adds nothing, if the entry is neither an address nor a block. */
  add(entry: string): boolean {
    const range = this.#ranges.get(entry) ?? readRange(entry);
    if (range !== undefined) this.#ranges.set(entry, range);
    return range !== undefined;
  }

  has(address: string): boolean {
    return isIP(address) !== 0 && this.covers(address);
  }

  /** Returns whether one entry of the set contains every address of `entry`. */
  covers(entry: string): boolean {
    const range = readRange(entry);
    return range !== undefined && [...this.#ranges.values()].some((wide) => contains(wide, range));
  }
}

/** Returns whether the text is an address, or a block in CIDR notation: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const isAddressRange = (text: string): boolean => readRange(text) !== undefined;

/**
 * Returns the unit to which limits per address apply: an IPv4 address itself, or the /64 of an IPv6 address, since an IPv6 subscriber has
 * at least a /64 (RFC 6177). Text that is not an address is returned unchanged.
 */
export function addressBlock(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = parseAddress(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Accepts only the usual notations; ipaddr.js alone would also accept `0x7f.1`. */
function readRange(text: string): Range | undefined {
  const [address = ''] = text.split('/', 1);
  if (isIP(address) === 0) return undefined;
  if (address !== text) {
    const block = inUsualForm(text);
    return ipaddr.isValidCIDR(block) ? unmapped(ipaddr.parseCIDR(block)) : undefined;
  }
  const single = parseAddress(address);
  return [single, single.kind() === 'ipv4' ? 32 : 128];
}

/** Parses an address without its zone (RFC 4007 §11), because ipaddr.js rejects the names of some interfaces, such as `br-lan`. */
const parseAddress = (address: string): Address => ipaddr.process(inUsualForm(address.replace(/%.*$/, '')));

/** ipaddr.js confuses the IPv4-compatible address `::192.0.2.1` (RFC 4291 §2.5.5.1) with the IPv4-mapped one, unless it begins with 0. */
const inUsualForm = (text: string): string => text.replace(/^::(?=\d+\.)/, '0::');

/** Returns a block of IPv4-mapped IPv6 addresses as an IPv4 block, and any other block unchanged. */
const unmapped = ([network, bits]: Range): Range =>
  network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96
    ? [network.toIPv4Address(), bits - 96]
    : [network, bits];

const contains = ([network, networkBits]: Range, [address, bits]: Range): boolean =>
  network.kind() === address.kind() && networkBits <= bits && address.match(network, networkBits);
