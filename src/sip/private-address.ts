import { BlockList, isIP } from 'node:net';

/** RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 §2.5.6: addresses that mean something in one network only. */
const privateBlocks = blocksOf([
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
]);
/** RFC 1122 §3.2.1.3, RFC 4291 §2.5.3. */
const loopbackBlocks = blocksOf([
  ['127.0.0.0', 8],
  ['::1', 128],
]);

function blocksOf(blocks: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, familyOf(network));
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function isWithin(list: BlockList, address: string): boolean {
  return list.check(address, familyOf(address));
}

/**
 * Whether an address that a peer gives of itself cannot lead back to it, seen from where its messages come from: its loopback
 * from another machine, or an address of its private network from the public one. Both numeric.
 */
export function isHiddenFrom(told: string, seen: string): boolean {
  if (isWithin(loopbackBlocks, told)) return !isWithin(loopbackBlocks, seen);
  return isWithin(privateBlocks, told) && !isWithin(privateBlocks, seen) && !isWithin(loopbackBlocks, seen);
}
