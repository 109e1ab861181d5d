import { isIP } from 'node:net';
import { AddressRanges } from '../core/address-ranges.ts';

/** The special-purpose addresses of IANA that lead to no machine of the internet, or to one of this network (RFC 6890). */
const insideRanges = new AddressRanges([
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
  // Of IPv6 only 2000::/3 is given out, and of that these lead elsewhere: tunnels to IPv4 addresses, documentation, protocols.
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

/**
 * Where requests that customers ask for may go: to the internet, and besides to the addresses and CIDR ranges that the operator
 * allows, but to no other machine of the own network. To be asked of the address that is connected to, not of a name.
 */
export class OutsideAddresses {
  readonly #allowed: AddressRanges;
  readonly #isAnyAllowed: boolean;

  /** `allowed`: addresses and ranges in CIDR notation. */
  constructor(allowed: readonly string[]) {
    this.#allowed = new AddressRanges(allowed);
    this.#isAnyAllowed = allowed.length > 0;
  }

  /** Whether a request may go there. What is not numeric may not be reached. */
  mayReach(address: string): boolean {
    return isIP(address) !== 0 && (this.#allowed.has(address) || !insideRanges.has(address));
  }

  /** Whether the operator named it. Only such addresses are asked without encryption. */
  isAllowed(address: string): boolean {
    return this.#allowed.has(address);
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
