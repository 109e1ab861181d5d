import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';

let carrier: CarrierOnLoopback;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await carrier.close();
});

/** Opens TCP connections from a local address. Resolves when they are established. */
async function connectFrom(localAddress: string, count: number): Promise<Socket[]> {
  const opened = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect({ host: '127.0.0.1', port: carrier.port, localAddress });
          socket.on('error', () => undefined);
          socket.resume().once('connect', () => resolve(socket));
          sockets.push(socket);
        }),
    ),
  );
  return opened;
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

it('limits connections of a source that is not admitted, and still serves the trunk', async () => {
  carrier = await CarrierOnLoopback.open([loopbackTrunk(15_430)], { admitsLoopback: false });
  const unknownSources = await connectFrom('127.0.0.2', 60);
  await vi.waitUntil(() => unknownSources.filter(isOpen).length <= 20);
  const trunk = await connectFrom('127.0.0.1', 60);
  const [last] = trunk.slice(-1);
  const answer = new Promise<string>((resolve) => last!.once('data', (bytes) => resolve(String(bytes))));
  last!.write(
    [
      'OPTIONS sip:127.0.0.1 SIP/2.0',
      'Via: SIP/2.0/TCP 127.0.0.1;branch=z9hG4bKlimit',
      'From: <sip:a@127.0.0.1>;tag=a',
      'To: <sip:127.0.0.1>',
      'Call-ID: limit',
      'CSeq: 1 OPTIONS',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  expect(await answer).toMatch(/^SIP\/2\.0 200 /);
  expect([unknownSources.filter(isOpen).length, trunk.filter(isOpen).length]).toEqual([20, 60]);
});
