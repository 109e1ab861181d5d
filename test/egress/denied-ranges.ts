/**
 * An own, simple judgement of addresses for the tests of egress: not on the public internet by the special-purpose registries of IANA
 * (RFC 6890, RFC 8190), multicast, or an IPv6 address that leads to an IPv4 address. IPv4-mapped addresses count as IPv4.
 */
const ipv4Ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.170/31',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

const ipv6Ranges = [
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/32',
  '2001:2::/48',
  '2001:10::/28',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

export const deniedRanges: readonly string[] = [...ipv4Ranges, ...ipv6Ranges];

/** Ranges that are public beyond doubt. */
export const publicRanges: readonly string[] = [
  '8.0.0.0/8',
  '93.184.216.0/24',
  '151.101.0.0/16',
  '2606:4700::/32',
  '2a00:1450::/32',
];

interface Numeric {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

function ipv4Value(text: string): bigint {
  return text.split('.').reduce((value, octet) => value * 256n + BigInt(octet), 0n);
}

function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [group];
    const value = ipv4Value(group);
    return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
  });
}

/** Parses an address without its zone. Throws for other text. */
export function numericAddress(text: string): Numeric {
  const [address = ''] = text.split('%', 1);
  if (!address.includes(':')) return { bits: 32, value: ipv4Value(address) };
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after];
  if (groups.length !== 8) throw new RangeError(`${text} is not an address.`);
  const value = groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  // RFC 4291 §2.5.5.2
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

interface Block {
  readonly bits: 32 | 128;
  readonly hostBits: bigint;
  readonly prefix: bigint;
}

const blocks = new Map<string, Block>();

function blockOf(range: string): Block {
  const known = blocks.get(range);
  if (known !== undefined) return known;
  const [network = '', length = ''] = range.split('/');
  const { bits, value } = numericAddress(network);
  const hostBits = BigInt(bits - Number(length));
  const block = { bits, hostBits, prefix: value >> hostBits };
  blocks.set(range, block);
  return block;
}

/** Returns whether one of the ranges in CIDR notation contains the address. */
export function isIn(ranges: readonly string[], address: string): boolean {
  const { bits, value } = numericAddress(address);
  return ranges.some((range) => {
    const block = blockOf(range);
    return block.bits === bits && value >> block.hostBits === block.prefix;
  });
}
