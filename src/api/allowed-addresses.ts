import { BlockList, isIP } from 'node:net';

/** An address, or a range in CIDR notation: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isAddressRange(text: string): boolean {
  const [address, bits, ...rest] = text.split('/');
  const family = isIP(address!);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Whether `address` lies in one of the ranges; no ranges at all allow every address. */
export function isAllowedAddress(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether every address of `range` lies in one of the ranges; no ranges at all hold every address. */
export function isWithinRanges(range: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const [address, bits] = readRange(range);
  return ranges.some((wide) => readRange(wide)[1] <= bits && isAllowedAddress(address, [wide]));
}

function readRange(range: string): [address: string, bits: number] {
  const [address, bits] = range.split('/') as [string, string | undefined];
  return [address, bits === undefined ? (isIP(address) === 4 ? 32 : 128) : Number(bits)];
}

function addRange(list: BlockList, range: string): void {
  const [address, bits] = readRange(range);
  list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
