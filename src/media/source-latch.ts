import type { MediaLatch } from './media-port.ts';

const mappedPrefix = '::ffff:';
/** Descriptions of one call whose sources are remembered: a fork with all its branches, then holds and transfers. */
const descriptionsMost = 32;

/** Where the other side says it receives, and where its signalling comes from. */
export interface SignalledSource {
  /** Numeric, as `port` from the session description. */
  readonly address: string;
  readonly port: number;
  readonly policy: MediaLatch;
  /** Numeric. Without it `symmetric` is `signalled`. */
  readonly signallingAddress?: string | undefined;
}

/**
 * From where packets are accepted, and where ours are sent: symmetric RTP (RFC 4961) within what was signalled (RFC 3264 §8.3.1). The
 * signalled address and port are always accepted. Any other source that the policy allows is accepted until the first valid
 * packet; from then on that source alone, until a new description. The source of an earlier description is never latched
 * onto again unless that description comes back: a branch of a fork that keeps sending cannot take the call over.
 */
export class SourceLatch {
  #signalled: SignalledSource;
  #address: string;
  #port: number;
  #latched = false;
  /** By signalled address and port: the source that was latched onto. */
  readonly #sources = new Map<string, string>();

  constructor(signalled: SignalledSource) {
    this.#signalled = normalised(signalled);
    this.#address = this.#signalled.address;
    this.#port = this.#signalled.port;
  }

  /** Where packets are sent. */
  get address(): string {
    return this.#address;
  }

  get port(): number {
    return this.#port;
  }

  /** Whether packets have come from where they are sent. */
  get latched(): boolean {
    return this.#latched;
  }

  /** Whether packets are sent exactly where the description says. */
  get isAtSignalled(): boolean {
    return this.#isSignalled(this.#address, this.#port);
  }

  /** A new description is in force. False where it names the same source as before: then the latch stays. */
  signal(next: SignalledSource): boolean {
    const signalled = normalised(next);
    const { address, port, policy, signallingAddress } = this.#signalled;
    const isSame =
      this.#isSignalled(signalled.address, signalled.port) &&
      signalled.policy === policy &&
      signalled.signallingAddress === signallingAddress;
    if (isSame) return false;
    // Without a packet the description itself is what must not be latched onto.
    this.#remember(keyOf(address, port), keyOf(this.#address, this.#port));
    this.#signalled = signalled;
    this.#address = signalled.address;
    this.#port = signalled.port;
    this.#latched = false;
    return true;
  }

  /** Whether a packet from there is accepted. */
  accepts(address: string, port: number): boolean {
    const host = plainAddress(address);
    if (this.#isSignalled(host, port)) return true;
    if (this.#latched) return host === this.#address && port === this.#port;
    const { policy, signallingAddress } = this.#signalled;
    if (policy === 'signalled' || this.#isOfEarlierDescription(host, port)) return false;
    return policy === 'any' || host === signallingAddress;
  }

  /** Whether packets come from there already. */
  isLatchedTo(address: string, port: number): boolean {
    return this.#latched && port === this.#port && plainAddress(address) === this.#address;
  }

  /** Takes the source of a valid packet that was accepted. */
  latch(address: string, port: number): void {
    this.#address = plainAddress(address);
    this.#port = port;
    this.#latched = true;
  }

  #isSignalled(host: string, port: number): boolean {
    return host === this.#signalled.address && port === this.#signalled.port;
  }

  #isOfEarlierDescription(host: string, port: number): boolean {
    const source = keyOf(host, port);
    const current = keyOf(this.#signalled.address, this.#signalled.port);
    for (const [description, latched] of this.#sources)
      if (description !== current && (latched === source || description === source)) return true;
    return false;
  }

  #remember(description: string, source: string): void {
    this.#sources.delete(description);
    this.#sources.set(description, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > descriptionsMost) this.#sources.delete(oldest!);
  }
}

function normalised(signalled: SignalledSource): SignalledSource {
  const { address, signallingAddress } = signalled;
  return {
    ...signalled,
    address: plainAddress(address),
    signallingAddress: signallingAddress === undefined ? undefined : plainAddress(signallingAddress),
  };
}

const keyOf = (host: string, port: number): string => `${host} ${port}`;

/** An IPv4 address as IPv4, also where an IPv6 socket reports it as mapped. */
export function plainAddress(address: string): string {
  return address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
}
