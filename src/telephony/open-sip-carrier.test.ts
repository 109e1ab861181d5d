import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InternalErrorLog } from '../core/internal-errors.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { systemRandom } from '../core/random.ts';
import { openSipCarrier } from './open-sip-carrier.ts';
import { FakeMediaEngine } from './testing/fake-media-engine.ts';

const clock = new ManualClock();

const internalErrors = new InternalErrorLog({ logger: silentLogger, clock });

const open = (port: number, admitsLoopback = false) =>
  openSipCarrier({
    internalErrors,
    admitsLoopback,
    clock,
    random: systemRandom,
    logger: silentLogger,
    engine: new FakeMediaEngine(clock),
    address: '127.0.0.1',
    port,
    portSetting: 'PARLEY_SIP_PORT',
    trunks: [],
    isOwned: () => true,
  });

/** Makes the TCP port unavailable for the given number of attempts. */
function occupyTcpPort(times: number): void {
  const listen = vi.spyOn(Server.prototype, 'listen');
  for (let count = 0; count < times; count++)
    listen.mockImplementationOnce(function refuse(this: Server) {
      const error = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
      queueMicrotask(() => this.emit('error', error));
      return this;
    });
}

describe('the SIP port', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is free for both UDP and TCP if the system chooses it', async () => {
    occupyTcpPort(3);
    const { carrier, port } = await open(0);
    expect(port).toBeGreaterThan(0);
    await carrier.close();
  });

  it('is not replaced by another port if the operator set it', async () => {
    const { carrier, port } = await open(0);
    await carrier.close();
    occupyTcpPort(1);
    await expect(open(port)).rejects.toThrow('PARLEY_SIP_PORT');
  });

  it('fails after ten ports that are in use', async () => {
    occupyTcpPort(10);
    await expect(open(0)).rejects.toThrow('is in use');
  });
});

/** Returns an OPTIONS request with an invalid Content-Length and this To. */
const unreadableOptions = (protocol: string, to: string) =>
  [
    'OPTIONS sip:a@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/${protocol} 127.0.0.1;rport;branch=z9hG4bKunreadable`,
    'From: <sip:b@127.0.0.1>;tag=b',
    `To: ${to}`,
    'Call-ID: unreadable',
    'CSeq: 1 OPTIONS',
    `Content-Length: ${protocol === 'UDP' ? 10 : 'x'}`,
    '',
    '',
  ].join('\r\n');

const validOptions = unreadableOptions('UDP', '<sip:a@127.0.0.1>').replace(
  'Content-Length: 10',
  'Content-Length: 0',
);

/** The longest wait for a response, and the wait in which no response may arrive. */
const responseTimeoutMs = 10_000;
const noResponseMs = 200;

/** Returns the status of the response to a datagram; `undefined` without one. */
async function statusByUdp(port: number, message: string, waitMs: number): Promise<number | undefined> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const response = once(socket, 'message', { signal: AbortSignal.timeout(waitMs) }).catch(() => []);
  socket.send(message, port, '127.0.0.1');
  const [bytes] = (await response) as [Buffer?];
  socket.close();
  return bytes === undefined ? undefined : Number(bytes.toString().slice(8, 11));
}

async function statusByTcp(port: number, message: string, waitMs: number): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  const response = once(socket, 'data', { signal: AbortSignal.timeout(waitMs) }).catch(() => []);
  socket.write(message);
  const [bytes] = (await response) as [Buffer?];
  socket.destroy();
  return bytes === undefined ? undefined : Number(bytes.toString().slice(8, 11));
}

describe('a message with a parse fault and unreadable header fields', () => {
  it.each([
    'noscheme',
    '"open <sip:a@127.0.0.1>',
    '<sip:a@127.0.0.1>;tag="open',
    '<',
    ';',
    '<sip:a@127.0.0.1',
  ])('is answered with 400 over UDP and TCP, only from an admitted source: To: %s', async (to) => {
    const before = internalErrors.counts.sip_message;
    const admitted = await open(0, true);
    expect(await statusByUdp(admitted.port, unreadableOptions('UDP', to), responseTimeoutMs)).toBe(400);
    expect(await statusByTcp(admitted.port, unreadableOptions('TCP', to), responseTimeoutMs)).toBe(400);
    expect(await statusByUdp(admitted.port, validOptions, responseTimeoutMs)).toBe(200);
    await admitted.carrier.close();
    const foreign = await open(0);
    expect(await statusByUdp(foreign.port, unreadableOptions('UDP', to), noResponseMs)).toBeUndefined();
    expect(await statusByTcp(foreign.port, unreadableOptions('TCP', to), noResponseMs)).toBeUndefined();
    await foreign.carrier.close();
    expect(internalErrors.counts.sip_message).toBe(before);
  });
});
