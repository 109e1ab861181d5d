import { BlockList, isIP } from 'node:net';

/** Addresses of which something is known, by address or CIDR block; IPv4 and IPv6. */
export class AddressSet {
  readonly #blocks = new BlockList();
  readonly #entries = new Set<string>();

  constructor(entries: Iterable<string> = []) {
    for (const entry of entries) this.add(entry);
  }

  /** Takes an address or a block; false, and nothing is added, where the text is neither. */
  add(entry: string): boolean {
    if (this.#entries.has(entry)) return true;
    const isTaken = this.#addNew(entry);
    if (isTaken) this.#entries.add(entry);
    return isTaken;
  }

  #addNew(entry: string): boolean {
    const [address, prefix] = entry.split('/') as [string, string?];
    const family = familyOf(address);
    if (family === undefined) return false;
    if (prefix === undefined) {
      this.#blocks.addAddress(address, family);
      return true;
    }
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 'ipv4' ? 32 : 128)) return false;
    this.#blocks.addSubnet(address, Number(prefix), family);
    return true;
  }

  has(address: string): boolean {
    const family = familyOf(address);
    return family !== undefined && this.#blocks.check(address, family);
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? 'ipv4' : 'ipv6';
}

/** This machine itself. */
export const loopback = new AddressSet(['127.0.0.0/8', '::1']);
