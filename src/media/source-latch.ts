import type { MediaLatch } from './media-port.ts';

const mappedPrefix = '::ffff:';
/** Maximum number of descriptions whose sources are stored: a fork with all its branches, then holds and transfers. */
const maxDescriptions = 32;

/** The silence of the accepted sources after which another port of the signalled host is accepted. */
export const moveAfterSilenceMs = 2_000;
/** The shortest time between two such moves. */
const minMoveIntervalMs = 10_000;

/** The remote receive address in the session description, and the source address of the signalling. */
export interface SignalledSource {
  /** The numeric address in the session description; `port` is the port in it. */
  readonly address: string;
  readonly port: number;
  readonly policy: MediaLatch;
  /** Numeric. Without it, `symmetric` behaves like `signalled`. */
  readonly signallingAddress?: string | undefined;
}

/**
 * Decides from which sources packets are accepted, and to which address packets are sent: symmetric RTP (RFC 4961)
 * within the signalled limits (RFC 3264 §8.3.1). The signalled address and port are always accepted. Other sources that
 * the policy allows are accepted until the first valid packet. After that only the source of this packet is accepted,
 * until a new description. The source of an earlier description is never latched again unless that description returns.
 * So a forked branch that keeps sending cannot take over the call. If the accepted sources are silent, the media of the
 * signalled host may have moved to another port, as after a restart of a media proxy: see `canMoveTo`.
 */
export class SourceLatch {
  #signalled: SignalledSource;
  #address: string;
  #port: number;
  #latched = false;
  #movedAtMs = Number.NEGATIVE_INFINITY;
  /** The latched source of each earlier description, by its address and port. */
  readonly #sources = new Map<string, string>();

  constructor(signalled: SignalledSource) {
    this.#signalled = normalize(signalled);
    this.#address = this.#signalled.address;
    this.#port = this.#signalled.port;
  }

  /** The address to which packets are sent. */
  get address(): string {
    return this.#address;
  }

  get port(): number {
    return this.#port;
  }

  /** Whether packets have arrived from the address to which we send. */
  get isLatched(): boolean {
    return this.#latched;
  }

  /** Whether packets are sent exactly to the signalled address. */
  get sendsToSignalledAddress(): boolean {
    return this.#isSignalled(this.#address, this.#port);
  }

  /** Applies a new description. Returns false, and keeps the latch, if it describes the same source as before. */
  update(next: SignalledSource): boolean {
    const signalled = normalize(next);
    const { address, port, policy, signallingAddress } = this.#signalled;
    const isSame =
      this.#isSignalled(signalled.address, signalled.port) &&
      signalled.policy === policy &&
      signalled.signallingAddress === signallingAddress;
    if (isSame) return false;
    // Without a latched source, the signalled address itself is stored: it must not be latched later either.
    this.#storeSource(keyOf(address, port), keyOf(this.#address, this.#port));
    this.#signalled = signalled;
    this.#address = signalled.address;
    this.#port = signalled.port;
    this.#latched = false;
    return true;
  }

  /** Returns whether a packet from this source is accepted. */
  accepts(address: string, port: number): boolean {
    const host = unmapIpv4(address);
    if (this.#isSignalled(host, port)) return true;
    if (this.#latched) return host === this.#address && port === this.#port;
    const { policy, signallingAddress } = this.#signalled;
    if (policy === 'signalled' || this.#isFromEarlierDescription(host, port)) return false;
    return policy === 'any' || host === signallingAddress;
  }

  /** Whether the media can move to another port of the signalled host. */
  get canMove(): boolean {
    return this.#signalled.policy !== 'signalled';
  }

  /**
   * Returns whether a packet from this source shows that the media has moved: it comes from the host of the description
   * or of the signalling, and the accepted sources have been silent for `silentMs`.
   */
  canMoveTo(address: string, port: number, nowMs: number, silentMs: number): boolean {
    if (!this.canMove || silentMs < moveAfterSilenceMs || nowMs - this.#movedAtMs < minMoveIntervalMs)
      return false;
    const host = unmapIpv4(address);
    const isSignalledHost = host === this.#signalled.address || host === this.#signalled.signallingAddress;
    return isSignalledHost && !this.#isFromEarlierDescription(host, port);
  }

  /** Latches onto the source to which the media has moved. */
  moveTo(address: string, port: number, nowMs: number): void {
    this.#movedAtMs = nowMs;
    this.latch(address, port);
  }

  /** Returns whether this source is already latched. */
  isLatchedTo(address: string, port: number): boolean {
    return this.#latched && port === this.#port && unmapIpv4(address) === this.#address;
  }

  /** Latches onto the source of a valid, accepted packet. */
  latch(address: string, port: number): void {
    this.#address = unmapIpv4(address);
    this.#port = port;
    this.#latched = true;
  }

  #isSignalled(host: string, port: number): boolean {
    return host === this.#signalled.address && port === this.#signalled.port;
  }

  #isFromEarlierDescription(host: string, port: number): boolean {
    const source = keyOf(host, port);
    const current = keyOf(this.#signalled.address, this.#signalled.port);
    for (const [description, latched] of this.#sources)
      if (description !== current && (latched === source || description === source)) return true;
    return false;
  }

  #storeSource(description: string, source: string): void {
    this.#sources.delete(description);
    this.#sources.set(description, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > maxDescriptions) this.#sources.delete(oldest!);
  }
}

function normalize(signalled: SignalledSource): SignalledSource {
  const { address, signallingAddress } = signalled;
  return {
    ...signalled,
    address: unmapIpv4(address),
    signallingAddress: signallingAddress === undefined ? undefined : unmapIpv4(signallingAddress),
  };
}

const keyOf = (host: string, port: number): string => `${host} ${port}`;

/** Returns an IPv4-mapped IPv6 address as IPv4, and any other address unchanged. */
export function unmapIpv4(address: string): string {
  return address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : address;
}
