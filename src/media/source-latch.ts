import type { SourcePolicy } from './media-port.ts';

const mappedPrefix = '::ffff:';

/**
 * From where packets are taken, and whereto ours go: symmetric RTP (RFC 4961). Until the first valid packet the policy
 * decides; after it, only the same address and port are heard, for whoever guesses our port must not take the call over.
 */
export class SourceLatch {
  #address: string;
  #port: number;
  readonly #policy: SourcePolicy;
  readonly #signalledAddress: string;
  readonly #signalledPort: number;
  #latched = false;
  #wasLatched = false;

  constructor(address: string, port: number, policy: SourcePolicy) {
    this.#signalledAddress = plainAddress(address);
    this.#signalledPort = port;
    this.#policy = policy;
    this.#address = this.#signalledAddress;
    this.#port = port;
  }

  get address(): string {
    return this.#address;
  }

  get port(): number {
    return this.#port;
  }

  get latched(): boolean {
    return this.#latched;
  }

  accepts(address: string, port: number): boolean {
    const host = plainAddress(address);
    if (this.#latched) return host === this.#address && port === this.#port;
    if (this.#policy === 'exact') return host === this.#signalledAddress && port === this.#signalledPort;
    if (host === this.#signalledAddress) return true;
    // A host behind a NAT that was heard before may change its port; a stranger may not step into its pause.
    return this.#policy === 'any' && (!this.#wasLatched || host === this.#address);
  }

  /** Holds on to the source of a valid packet that was accepted. */
  latch(address: string, port: number): void {
    this.#address = plainAddress(address);
    this.#port = port;
    this.#latched = true;
    this.#wasLatched = true;
  }

  /** Lets go: a stream that fell silent may go on from another port, as a NAT that lost its mapping makes it. */
  release(): void {
    this.#latched = false;
  }
}

/** An IPv4 address as IPv4, also where an IPv6 socket tells it. */
export function plainAddress(address: string): string {
  return address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
}
