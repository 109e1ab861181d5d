import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Certificate } from '../support/certificates.ts';

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly sequence: number };
}

/** A webhook receiver as docs/webhooks.md describes it: verifies with the library of Standard Webhooks, and processes each id once. */
export class WebhookReceiver {
  readonly #server: Server;
  readonly #scheme: 'http' | 'https';
  readonly #events: ReceivedEvent[] = [];
  readonly #ids = new Set<string>();
  #secret = '';
  #isAvailable = true;
  #rejected = 0;

  private constructor(server: Server, scheme: 'http' | 'https') {
    this.#server = server;
    this.#scheme = scheme;
  }

  /** Listens on the loopback interface, over TLS if it has a certificate. */
  static async open(certificate?: Certificate): Promise<WebhookReceiver> {
    const server =
      certificate === undefined
        ? createServer()
        : createSecureServer({ cert: certificate.certificatePem, key: certificate.privateKeyPem });
    const receiver = new WebhookReceiver(server, certificate === undefined ? 'http' : 'https');
    server.on('request', (request, response) => {
      receiver.#receive(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The verified events in the order of their first arrival. */
  get events(): readonly ReceivedEvent[] {
    return this.#events;
  }

  /** Number of requests that are not signed with the secret. */
  get rejected(): number {
    return this.#rejected;
  }

  set secret(secret: string) {
    this.#secret = secret;
  }

  /** Whether it accepts deliveries; otherwise it responds with 503. */
  set isAvailable(isAvailable: boolean) {
    this.#isAvailable = isAvailable;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (!this.#isAvailable) {
      response.writeHead(503).end();
      return;
    }
    let event: ReceivedEvent;
    try {
      event = new Webhook(this.#secret).verify(
        body,
        request.headers as Record<string, string>,
      ) as ReceivedEvent;
    } catch {
      this.#rejected += 1;
      response.writeHead(400).end();
      return;
    }
    if (!this.#ids.has(event.id)) this.#events.push(event);
    this.#ids.add(event.id);
    response.end();
  }
}
