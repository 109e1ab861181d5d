import type {
  SentBy,
  SipConnection,
  SipTarget,
  Transport,
  TransportListener,
  TransportProtocol,
} from '../../src/sip/transport/transport.ts';

/**
 * A transport that drops, in both directions, all messages of the calls in `vanished`, which contains parts of their
 * Call-IDs.
 */
export class VanishingTransport implements Transport {
  readonly vanished = new Set<string>();
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get protocol(): TransportProtocol {
    return this.#transport.protocol;
  }

  get family(): 4 | 6 {
    return this.#transport.family;
  }

  get sentBy(): SentBy {
    return this.#transport.sentBy;
  }

  listen(listener: TransportListener): void {
    this.#transport.listen({
      ...listener,
      onMessage: (bytes, source) => {
        if (!this.#isLost(bytes)) listener.onMessage(bytes, source);
      },
    });
  }

  send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined> {
    return this.#isLost(bytes) ? Promise.resolve(undefined) : this.#transport.send(bytes, target);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #isLost(bytes: Buffer): boolean {
    const callId = /^Call-ID: (\S+?)@/im.exec(bytes.toString('latin1'))?.[1];
    return callId !== undefined && this.vanished.has(callId);
  }
}
