import { isIP } from 'node:net';
import { AddressRanges } from '../core/address-ranges.ts';

/** IANA special-purpose addresses that are not on the public internet (RFC 6890). */
const specialPurposeRanges = new AddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // In IPv6 only 2000::/3 is allocated. These ranges of it are tunnels to IPv4 addresses, documentation and protocols.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

const loopbackAddresses = ['127.0.0.1', '::1'];

/** RFC 6761 §6.3. */
const isLoopbackName = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host);

/**
 * The destinations of requests that customers configure: the public internet, and the addresses and CIDR ranges that the operator allows.
 * Other addresses of the local network are denied. Callers must check the address of the connection, not the host name.
 */
export class EgressPolicy {
  readonly #allowlist: AddressRanges;
  readonly #hasAllowlist: boolean;

  /** @param allowed addresses and ranges in CIDR notation */
  constructor(allowed: readonly string[]) {
    this.#allowlist = new AddressRanges(allowed);
    this.#hasAllowlist = allowed.length > 0;
  }

  /** Returns whether requests to the address are allowed; false for text that is not an IP address. */
  allows(address: string): boolean {
    return isIP(address) !== 0 && (this.#allowlist.has(address) || !specialPurposeRanges.has(address));
  }

  /** Returns whether the operator listed the address. Requests without encryption are allowed only to listed addresses. */
  isAllowlisted(address: string): boolean {
    return this.#allowlist.has(address);
  }

  /**
   * Returns why every request to a URL (http or https) is denied: its address is denied, or requires encryption. Undefined if requests
   * are allowed, or if that depends on the address of its host name.
   */
  rejectionReason({ protocol, hostname }: URL): 'address' | 'unencrypted' | undefined {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const isEncrypted = protocol === 'https:';
    if (isLoopbackName(host) && !loopbackAddresses.some((address) => this.isAllowlisted(address)))
      return 'address';
    if (isIP(host) === 0) return isEncrypted || this.#hasAllowlist ? undefined : 'unencrypted';
    if (!this.allows(host)) return 'address';
    return isEncrypted || this.isAllowlisted(host) ? undefined : 'unencrypted';
  }
}
