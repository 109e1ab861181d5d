import { BlockList, isIP } from 'node:net';

/** The special-purpose addresses of IANA that lead to no machine of the internet, or to one of this network (RFC 6890). */
const inside: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Of IPv6 only 2000::/3 is given out, and of that these lead elsewhere: tunnels to IPv4 addresses, documentation, protocols.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Addresses of both families, apart: a `BlockList` that holds both takes ::/3 for all of IPv4. */
class Ranges {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };

  constructor(ranges: readonly (readonly [network: string, prefix: number])[]) {
    for (const [network, prefix] of ranges) {
      const family = familyOf(network);
      this.#lists[family].addSubnet(network, prefix, family);
    }
  }

  /** `address` is numeric. */
  has(address: string): boolean {
    const family = familyOf(address);
    return this.#lists[family].check(address, family);
  }
}

const insideRanges = new Ranges(inside);

/**
 * Where requests that customers ask for may go: to the internet, and besides to the addresses and CIDR ranges that the operator
 * allows, but to no other machine of the own network. To be asked of the address that is connected to, not of a name.
 */
export class OutsideAddresses {
  readonly #allowed: Ranges;
  readonly #isAnyAllowed: boolean;

  /** `allowed`: addresses and ranges in CIDR notation. */
  constructor(allowed: readonly string[]) {
    this.#allowed = new Ranges(allowed.map(readRange));
    this.#isAnyAllowed = allowed.length > 0;
  }

  /** Whether a request may go there. What is not numeric may not be reached. */
  mayReach(address: string): boolean {
    const numeric = plain(address);
    return isIP(numeric) !== 0 && (this.#allowed.has(numeric) || !insideRanges.has(numeric));
  }

  /** Whether the operator named it. Only such addresses are asked without encryption. */
  isAllowed(address: string): boolean {
    const numeric = plain(address);
    return isIP(numeric) !== 0 && this.#allowed.has(numeric);
  }

  /**
   * Why a URL (http or https) can never be asked: its address is one that is not reached, or one that is not without encryption. Undefined
   * where it can be, or where that depends on what its name leads to.
   */
  whyNeverAsked({ protocol, hostname }: URL): 'address' | 'unencrypted' | undefined {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const isEncrypted = protocol === 'https:';
    if (isIP(host) === 0) return isEncrypted || this.#isAnyAllowed ? undefined : 'unencrypted';
    if (!this.mayReach(host)) return 'address';
    return isEncrypted || this.isAllowed(host) ? undefined : 'unencrypted';
  }
}

function readRange(range: string): readonly [network: string, prefix: number] {
  const [network, prefix] = range.split('/') as [string, string | undefined];
  return [network, prefix === undefined ? (isIP(network) === 4 ? 32 : 128) : Number(prefix)];
}

/** An IPv4 address as it is, also where it is written as one of IPv6 (RFC 4291 §2.5.5.2). */
function plain(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
