import { isIPv6 } from 'node:net';

/** The name under which requests of an address are counted. An IPv6 subscriber has a /64 of addresses at least (RFC 6177). */
export function addressHolder(address: string): string {
  if (!isIPv6(address)) return `address ${address}`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return `address ${mapped[1]}`;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(8 - before.length - after.length, 0) }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after];
  return `address ${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
