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

/** A message on its way between two transports of one network. */
export interface Passage {
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly protocol: TransportProtocol;
}

/**
 * Transports without sockets for tests: what is sent arrives in a microtask, unless `loses` says otherwise. All that was sent is
 * kept in `passages`, lost or not.
 */
export class MemoryNetwork {
  readonly passages: Passage[] = [];
  /** Decides for each message whether it is lost on the way. */
  loses: (passage: Passage) => boolean = () => false;
  readonly #transports = new Map<string, MemoryTransport>();

  /** A transport at an address; nobody answers at addresses that have none. */
  open(protocol: TransportProtocol, address: string, port = 5060): Transport {
    const transport = new MemoryTransport(this, protocol, address, port);
    this.#transports.set(placeOf(protocol, address, port), transport);
    return transport;
  }

  /** The start lines of what was sent so far, in order. */
  startLines(): string[] {
    return this.passages.map(({ text }) => text.slice(0, text.indexOf('\r\n')));
  }

  carry(bytes: Buffer, source: SipSource, target: SipTarget): void {
    const passage = {
      text: bytes.toString('latin1'),
      from: `${source.address}:${source.port}`,
      to: `${target.address}:${target.port}`,
      protocol: target.protocol,
    };
    this.passages.push(passage);
    const receiver = this.#transports.get(placeOf(target.protocol, target.address, target.port));
    if (receiver === undefined && target.protocol !== 'udp')
      throw new TransportError('refused', 'nobody listens there');
    if (this.loses(passage)) return;
    const copy = Buffer.from(bytes);
    queueMicrotask(() => receiver?.listener?.onMessage(copy, source));
  }

  remove(transport: MemoryTransport): void {
    this.#transports.delete(placeOf(transport.protocol, transport.address, transport.sentBy.port));
  }
}

function placeOf(protocol: TransportProtocol, address: string, port: number): string {
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
    this.#network.carry(bytes, source, target);
    await Promise.resolve();
    return undefined;
  }

  close(): Promise<void> {
    this.#network.remove(this);
    return Promise.resolve();
  }
}
