import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { field, reply } from '../support/sip-message.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';

/** A TCP trunk whose messages the test writes. It records the requests with the number of their connection. */
class TcpTrunk {
  readonly requests: { readonly text: string; readonly connection: number; readonly socket: Socket }[] = [];
  readonly #server: Server;
  #connections = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      const connection = (this.#connections += 1);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        // The messages of this test are small, and each arrives in one piece; CANCEL and ACK have no body.
        for (const text of chunk.toString('latin1').split(/(?=^(?:CANCEL|ACK|INVITE|BYE) )/m))
          this.requests.push({ text, connection, socket });
      });
    });
  }

  static async open(): Promise<TcpTrunk> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpTrunk(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async waitFor(method: string) {
    for (;;) {
      const found = this.requests.find(({ text }) => text.startsWith(`${method} `));
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  send(socket: Socket, request: string, status: string): void {
    socket.write(reply(request, status, { tag: 'trunk', port: this.port }));
  }

  close(): void {
    for (const { socket } of this.requests) socket.destroy();
    this.#server.close();
  }
}

describe('a ringing call whose TCP connection is lost', () => {
  let trunk: TcpTrunk;
  let carrier: CarrierOnLoopback;

  beforeEach(async () => {
    trunk = await TcpTrunk.open();
    carrier = await CarrierOnLoopback.open([loopbackTrunk(trunk.port, { transport: 'tcp' })]);
  });

  afterEach(async () => {
    await carrier.close();
    trunk.close();
  });

  it('ends, and is cancelled over a new connection', async () => {
    carrier.dial();
    const invite = await trunk.waitFor('INVITE');
    trunk.send(invite.socket, invite.text, '180 Ringing');
    await carrier.waitForEvent('ringing');
    invite.socket.destroy();
    await carrier.waitForEvent('ended: carrier_error');
    const cancel = await trunk.waitFor('CANCEL');
    expect([invite.connection, cancel.connection]).toEqual([1, 2]);
    expect(field(cancel.text, 'Via')).toBe(field(invite.text, 'Via'));
    trunk.send(cancel.socket, cancel.text, '200 OK');
    trunk.send(cancel.socket, invite.text, '487 Request Terminated');
    const ack = await trunk.waitFor('ACK');
    expect(ack.connection).toBe(2);
    expect(carrier.events).toEqual(['proceeding', 'ringing', 'ended: carrier_error']);
  });

  it('is ended by BYE if it was answered meanwhile', async () => {
    carrier.dial();
    const invite = await trunk.waitFor('INVITE');
    trunk.send(invite.socket, invite.text, '180 Ringing');
    await carrier.waitForEvent('ringing');
    invite.socket.destroy();
    const cancel = await trunk.waitFor('CANCEL');
    trunk.send(cancel.socket, invite.text, '200 OK');
    await trunk.waitFor('ACK');
    const bye = await trunk.waitFor('BYE');
    trunk.send(bye.socket, bye.text, '200 OK');
    expect(carrier.events.at(-1)).toBe('ended: carrier_error');
  });
});
