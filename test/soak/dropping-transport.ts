import type {
  SentBy,
  SipConnection,
  SipTarget,
  Transport,
  TransportListener,
  TransportProtocol,
} from '../../src/sip/transport/transport.ts';

/**
 * A transport that drops the messages of some calls in both directions. `droppedCallIds` has the part of each Call-ID before `@`.
 */
export class DroppingTransport implements Transport {
  readonly droppedCallIds = new Set<string>();
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
        if (!this.#isDropped(bytes)) listener.onMessage(bytes, source);
      },
    });
  }

  send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined> {
    return this.#isDropped(bytes) ? Promise.resolve(undefined) : this.#transport.send(bytes, target);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #isDropped(bytes: Buffer): boolean {
    const callId = /^Call-ID: (\S+?)@/im.exec(bytes.toString('latin1'))?.[1];
    return callId !== undefined && this.droppedCallIds.has(callId);
  }
}
