import type { PeerBehaviour } from './message-carrier-suite.ts';
import { VendorServer, type VendorRequest, type VendorResponse } from './vendor-server.ts';

/** A simulation of a vendor's API of messages, for `messageCarrierSuite`. A subclass has the formats of the vendor. */
export abstract class VendorMessageServer<Message> {
  /** Every message that was requested. */
  readonly received: Message[] = [];
  #behaviour: PeerBehaviour = 'accept';
  #server!: VendorServer;
  #port = 0;
  #waiting: (() => void)[] = [];

  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  get behaviour(): PeerBehaviour {
    return this.#behaviour;
  }

  /** Listens at a port of loopback, at the same one after `close`. */
  async open(): Promise<this> {
    this.#server = await VendorServer.start((request) => this.respond(request), this.#port);
    this.#port = this.#server.port;
    return this;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async setBehaviour(behaviour: PeerBehaviour): Promise<void> {
    if (behaviour === 'offline') await this.close();
    else if (this.#behaviour === 'offline') await this.open();
    this.#behaviour = behaviour;
  }

  async waitForReceived(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  protected abstract respond(request: VendorRequest): VendorResponse;

  protected record(message: Message): void {
    this.received.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
