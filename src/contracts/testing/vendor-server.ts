import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VendorRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface VendorResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the response. */
  readonly fault?: VendorFault;
}

/** Fault of every response: no response, not JSON, endless, truncated, a redirect, or the given status without a body. */
export type VendorFault = 'silent' | 'garbage' | 'endless' | 'cut' | 'redirect' | number;

/** Simulates the API of a vendor on a loopback port. `respond` returns the response to a request. */
export class VendorServer {
  fault: VendorFault | undefined;
  readonly requests: VendorRequest[] = [];
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();

  private constructor(respond: (request: VendorRequest) => VendorResponse) {
    this.#server = createServer((request, response) => {
      this.#serve(request, response, respond).catch(() => response.destroy());
    });
  }

  static async start(respond: (request: VendorRequest) => VendorResponse, port = 0): Promise<VendorServer> {
    const server = new VendorServer(respond);
    await new Promise<void>((resolve) => server.#server.listen(port, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when the given number of requests has arrived. */
  async waitForRequests(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(
    message: IncomingMessage,
    response: ServerResponse,
    respond: (request: VendorRequest) => VendorResponse,
  ): Promise<void> {
    let body = '';
    for await (const chunk of message) body += String(chunk);
    const { method = '', url = '', headers } = message;
    const request = { method, url: new URL(url, this.baseUrl), authorization: headers.authorization, body };
    this.requests.push(request);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
    if (this.fault !== undefined) sendFault(this.fault, response);
    else reply(response, respond(request));
  }
}

function reply(response: ServerResponse, { status, body, headers, fault }: VendorResponse): void {
  if (fault !== undefined) {
    sendFault(fault, response);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

function sendFault(fault: VendorFault, response: ServerResponse): void {
  if (fault === 'silent') return;
  if (typeof fault === 'number') response.writeHead(fault).end();
  else if (fault === 'garbage') response.end('<html>It works!</html>');
  else if (fault === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (fault === 'cut')
    response.writeHead(200, { 'content-length': '1000' }).write('{"data":[', () => response.destroy());
  else sendEndlessly(response);
}

function sendEndlessly(response: ServerResponse): void {
  while (!response.destroyed && response.write(' '.repeat(65_536)));
  response.once('drain', () => sendEndlessly(response));
}
