import { bracketed } from '../uri.ts';
import {
  TransportError,
  type SentBy,
  type SipSource,
  type SipTarget,
  type Transport,
  type TransportListener,
  type TransportProtocol,
} from '../transport/transport.ts';

/** A message between two transports of one network. */
export interface SentMessage {
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: TransportProtocol;
}

/**
 * Transports without sockets for tests. Messages arrive in a microtask unless `shouldDrop` returns true. All messages
 * are stored in `sentMessages`, dropped or not.
 */
export class MemoryNetwork {
  readonly sentMessages: SentMessage[] = [];
  /** Decides for each message whether it is dropped. */
  shouldDrop: (sentMessage: SentMessage) => boolean = () => false;
  readonly #transports = new Map<string, MemoryTransport>();

  /** Opens a transport at an address. Addresses without one do not respond. */
  open(protocol: TransportProtocol, address: string, port = 5060): Transport {
    const transport = new MemoryTransport(this, protocol, address, port);
    this.#transports.set(keyOf(protocol, address, port), transport);
    return transport;
  }

  /** Returns the start lines of all messages, in order. */
  startLines(): string[] {
    return this.sentMessages.map(({ text }) => text.slice(0, text.indexOf('\r\n')));
  }

  deliver(bytes: Buffer, source: SipSource, target: SipTarget): void {
    const sentMessage = {
      text: bytes.toString('latin1'),
      from: `${source.address}:${source.port}`,
      to: `${target.address}:${target.port}`,
      protocol: target.protocol,
    };
    this.sentMessages.push(sentMessage);
    const receiver = this.#transports.get(keyOf(target.protocol, target.address, target.port));
    if (receiver === undefined && target.protocol !== 'udp')
      throw new TransportError('refused', 'connection refused');
    if (this.shouldDrop(sentMessage)) return;
    const copy = Buffer.from(bytes);
    queueMicrotask(() => receiver?.listener?.onMessage(copy, source));
  }

  remove(transport: MemoryTransport): void {
    this.#transports.delete(keyOf(transport.protocol, transport.address, transport.sentBy.port));
  }
}

function keyOf(protocol: TransportProtocol, address: string, port: number): string {
  return `${protocol} ${address} ${port}`;
}

class MemoryTransport implements Transport {
  readonly protocol: TransportProtocol;
  readonly address: string;
  readonly family: 4 | 6;
  readonly sentBy: SentBy;
  readonly #network: MemoryNetwork;
  listener: TransportListener | undefined;

  constructor(network: MemoryNetwork, protocol: TransportProtocol, address: string, port: number) {
    this.#network = network;
    this.protocol = protocol;
    this.address = address;
    this.family = address.includes(':') ? 6 : 4;
    this.sentBy = { host: bracketed(address), port };
  }

  listen(listener: TransportListener): void {
    this.listener = listener;
  }

  async send(bytes: Buffer, target: SipTarget): Promise<undefined> {
    const source = { protocol: this.protocol, address: this.address, port: this.sentBy.port };
    this.#network.deliver(bytes, source, target);
    await Promise.resolve();
    return undefined;
  }

  close(): Promise<void> {
    this.#network.remove(this);
    return Promise.resolve();
  }
}
