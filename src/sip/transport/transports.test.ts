import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger as logger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { openTcpTransport } from './tcp-transport.ts';
import { openTlsTransport } from './tls-transport.ts';
import type { SipSource, SipTarget, Transport, TransportError, TransportProtocol } from './transport.ts';
import { openUdpTransport } from './udp-transport.ts';

const address = '127.0.0.1';
const message = (body = '') => `OPTIONS sip:a@b SIP/2.0\r\nl: ${body.length}\r\n\r\n${body}`;

interface ReceivedMessage {
  readonly text: string;
  readonly source: SipSource;
}

/** Collects the messages of a transport; `lost` counts lost connections. */
class MessageCollector {
  readonly #received: ReceivedMessage[] = [];
  #wake: (() => void) | undefined;
  lost = 0;

  constructor(transport: Transport) {
    transport.listen({
      onMessage: (bytes, source) => {
        this.#received.push({ text: bytes.toString(), source });
        this.#wake?.();
      },
      onConnectionLost: () => {
        this.lost += 1;
        this.#wake?.();
      },
    });
  }

  async next(): Promise<ReceivedMessage> {
    while (this.#received.length === 0) await this.wait();
    return this.#received.shift()!;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

const closeables: { close(): unknown }[] = [];
const closeAfterTest = <Item extends { close(): unknown }>(item: Item): Item => {
  closeables.push(item);
  return item;
};

afterEach(async () => {
  for (const item of closeables.splice(0)) await item.close();
});

const tcp = async (options: object = {}) =>
  closeAfterTest(await openTcpTransport({ address, port: 0, clock: systemClock, logger, ...options }));
const to = (transport: Transport, protocol: TransportProtocol = 'tcp'): SipTarget => ({
  protocol,
  address,
  port: transport.sentBy.port,
});

/** Opens a plain TCP client that collects received data. */
async function rawClient(transport: Transport): Promise<{ socket: Socket; received: () => Promise<string> }> {
  const socket = connect(transport.sentBy.port, address);
  closeAfterTest({ close: () => socket.destroy() });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    received: () => new Promise((resolve) => socket.once('data', (data) => resolve(data.toString()))),
  };
}

/** Resolves when the socket is closed. Reads remaining data, because the end is only visible after it. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.resume().once('close', () => resolve());
  });

describe('UDP', () => {
  it('delivers a message and reports its source', async () => {
    const [a, b] = [
      closeAfterTest(await openUdpTransport({ address, port: 0, logger })),
      closeAfterTest(await openUdpTransport({ address, port: 0, logger })),
    ];
    const collector = new MessageCollector(b);
    await a.send(Buffer.from('hello'), to(b, 'udp'));
    expect(await collector.next()).toEqual({
      text: 'hello',
      source: { protocol: 'udp', address, port: a.sentBy.port },
    });
  });

  it('reports the port and the setting if the port is in use', async () => {
    const { sentBy } = closeAfterTest(await openUdpTransport({ address, port: 0, logger }));
    await expect(
      openUdpTransport({ address, port: sentBy.port, logger, portSetting: 'MY_PORT' }),
    ).rejects.toThrow(`UDP 127.0.0.1:${sentBy.port} is in use; choose another port with MY_PORT`);
  });

  it('advertises the public address if configured', async () => {
    const transport = closeAfterTest(
      await openUdpTransport({ address, port: 0, advertisedHost: '2001:db8::1', logger }),
    );
    expect(transport.sentBy.host).toBe('[2001:db8::1]');
  });

  it('rejects a host name as the target, and every message after close', async () => {
    const transport = await openUdpTransport({ address, port: 0, logger });
    await expect(
      transport.send(Buffer.from('x'), { protocol: 'udp', address: 'a.example', port: 1 }),
    ).rejects.toThrow('not a name');
    await transport.close();
    await transport.close();
    await expect(transport.send(Buffer.from('x'), to(transport, 'udp'))).rejects.toMatchObject({
      code: 'closed',
    });
  });

  it('rejects a message that exceeds a datagram', async () => {
    const transport = closeAfterTest(await openUdpTransport({ address, port: 0, logger }));
    await expect(transport.send(Buffer.alloc(66_000), to(transport, 'udp'))).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});

describe('TCP', () => {
  it('reports the port and the setting if the port is in use', async () => {
    const { sentBy } = await tcp();
    await expect(tcp({ port: sentBy.port })).rejects.toThrow(
      `TCP 127.0.0.1:${sentBy.port} is in use; choose another port with PARLEY_SIP_PORT`,
    );
  });

  it('uses one connection for all messages to a target, and answers on it', async () => {
    const [a, b] = [await tcp(), await tcp()];
    const [receivedByA, receivedByB] = [new MessageCollector(a), new MessageCollector(b)];
    await Promise.all([a.send(Buffer.from(message('1')), to(b)), a.send(Buffer.from(message('2')), to(b))]);
    const [first, second] = [await receivedByB.next(), await receivedByB.next()];
    expect(first.source.connection).toBe(second.source.connection);
    await b.send(Buffer.from(message('3')), first.source);
    expect((await receivedByA.next()).text).toBe(message('3'));
  });

  it('reassembles messages split at any byte', async () => {
    const transport = await tcp();
    const collector = new MessageCollector(transport);
    const { socket } = await rawClient(transport);
    socket.setNoDelay(true);
    const stream = message('abc') + message('defg');
    for (let index = 0; index < stream.length; index += 7) {
      socket.write(stream.slice(index, index + 7));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([(await collector.next()).text, (await collector.next()).text]).toEqual([
      message('abc'),
      message('defg'),
    ]);
  });

  it('answers a ping with a pong', async () => {
    const transport = await tcp();
    const { socket, received } = await rawClient(transport);
    socket.write('\r\n\r\n');
    expect(await received()).toBe('\r\n');
  });

  it('closes a connection without recognisable message boundaries', async () => {
    const transport = await tcp();
    const { socket } = await rawClient(transport);
    socket.write('OPTIONS sip:a@b SIP/2.0\r\n\r\n');
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });

  it('closes idle connections and reports them', async () => {
    const clock = new ManualClock();
    const transport = await tcp({ clock });
    const collector = new MessageCollector(transport);
    const { socket } = await rawClient(transport);
    socket.write(message());
    await collector.next();
    await clock.advance(599_999);
    expect(collector.lost).toBe(0);
    await clock.advance(1);
    await closed(socket);
    expect([collector.lost, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('rejects connections above its limit', async () => {
    const transport = await tcp({ limits: { maxConnections: 1 } });
    const collector = new MessageCollector(transport);
    const first = await rawClient(transport);
    const second = await rawClient(transport);
    await closed(second.socket);
    first.socket.write(message());
    expect((await collector.next()).text).toBe(message());
  });

  it('limits connections per address, and still opens outgoing ones', async () => {
    const [a, b] = [await tcp({ limits: { maxConnections: 1, maxConnectionsPerSource: 1 } }), await tcp()];
    const collector = new MessageCollector(b);
    const first = await rawClient(a);
    const second = await rawClient(a);
    await closed(second.socket);
    await a.send(Buffer.from(message()), to(b));
    expect((await collector.next()).text).toBe(message());
    first.socket.destroy();
    await closed(first.socket);
  });

  it('closes a connection that carried only pings', async () => {
    const clock = new ManualClock();
    const transport = await tcp({ clock });
    const { socket, received } = await rawClient(transport);
    socket.write('\r\n\r\n');
    await received();
    await clock.advance(32_000);
    await closed(socket);
    expect(clock.pendingTimers).toBe(0);
  });

  it('drops buffered bytes 5 s after close if the peer does not read them', async () => {
    const clock = new ManualClock();
    const transport = await tcp({ clock, limits: { maxBufferedBytes: 1 << 26 } });
    const collector = new MessageCollector(transport);
    const { socket } = await rawClient(transport);
    socket.pause();
    socket.write(message());
    const sending = transport.send(Buffer.alloc(1 << 25), (await collector.next()).source);
    socket.write('no message\r\n\r\n');
    await collector.wait();
    await Promise.all([clock.advance(5_000), expect(sending).rejects.toThrow('cannot send')]);
    await closed(socket);
    expect(clock.pendingTimers).toBe(0);
  });

  it('reports that a target refused the connection', async () => {
    const [a, b] = [await tcp(), await tcp()];
    const target = to(b);
    await b.close();
    await expect(a.send(Buffer.from(message()), target)).rejects.toMatchObject({ code: 'refused' });
  });

  it('closes the connection of a peer that does not read', async () => {
    const [a, b] = [await tcp({ limits: { maxBufferedBytes: 100_000 } }), await silentServer()];
    const target: SipTarget = { protocol: 'tcp', address, port: b };
    await a.send(Buffer.alloc(1), target);
    const outcomes = Array.from({ length: 200 }, () =>
      a.send(Buffer.alloc(60_000), target).then(
        () => 'sent',
        (error: TransportError) => error.code,
      ),
    );
    expect(await Promise.all(outcomes)).toContain('overloaded');
  });

  it('fails pending connections on close', async () => {
    const a = await tcp();
    const b = await tcp();
    const sending = a.send(Buffer.from(message()), to(b));
    await Promise.all([a.close(), expect(sending).rejects.toThrow('closed')]);
  });
});

/** Accepts connections and never reads. */
async function silentServer(): Promise<number> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    socket.pause();
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  closeAfterTest({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return (server.address() as { port: number }).port;
}

describe('keep-alive on an outgoing connection', () => {
  let clock: ManualClock;
  let transport: Transport;
  let peer: Socket;

  beforeEach(async () => {
    clock = new ManualClock();
    transport = await tcp({ clock, limits: { idleMs: 3_600_000 } });
    const server = createServer();
    closeAfterTest(server);
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    const { port } = server.address() as { port: number };
    await transport.send(Buffer.from(message()), { protocol: 'tcp', address, port });
    peer = await accepted;
    closeAfterTest({ close: () => peer.destroy() });
    await nextData();
  });

  const nextData = () =>
    new Promise<string>((resolve) => peer.once('data', (bytes) => resolve(bytes.toString())));

  it('sends pings, and tolerates a peer that never answered one', async () => {
    const pinged = nextData();
    await clock.advance(110_000);
    expect(await pinged).toBe('\r\n\r\n');
    await clock.advance(60_000);
    expect(peer.destroyed).toBe(false);
  });

  it('closes the connection of a peer that stops answering', async () => {
    const collector = new MessageCollector(transport);
    const first = nextData();
    await clock.advance(110_000);
    await first;
    peer.write('\r\n');
    // The pong can still be in the kernel; the message after it shows that the pong has arrived.
    peer.write(message());
    await collector.next();
    const second = nextData();
    await clock.advance(110_000);
    await second;
    await clock.advance(10_000);
    await closed(peer);
    expect(collector.lost).toBe(1);
  });
});

it('times out if a connection is not established in time', async () => {
  const clock = new ManualClock();
  const transport = closeAfterTest(await openTlsTransport({ address, port: 5061, clock, logger }));
  // Accepts the connection but never completes the handshake.
  const port = await silentServer();
  const sending = transport.send(Buffer.from(message()), { protocol: 'tls', address, port });
  const outcome = sending.catch((error: TransportError) => error.code);
  await clock.advance(5_000);
  expect([await outcome, clock.pendingTimers]).toEqual(['timeout', 0]);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('TLS (its test certificate needs openssl)', () => {
  let folder: string;
  let certificate: { certificatePem: string; privateKeyPem: string };

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sip-tls-'));
    const file = (name: string) => path.join(folder, name);
    const subject = '-subj /CN=sip.example.com -addext subjectAltName=DNS:sip.example.com';
    const command = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ${subject}`;
    const files = ['-keyout', file('key.pem'), '-out', file('cert.pem')];
    execFileSync('openssl', [...command.split(' '), ...files], { stdio: 'ignore' });
    certificate = {
      certificatePem: readFileSync(file('cert.pem'), 'utf8'),
      privateKeyPem: readFileSync(file('key.pem'), 'utf8'),
    };
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const tls = async (options: object = {}) =>
    closeAfterTest(await openTlsTransport({ address, port: 0, clock: systemClock, logger, ...options }));

  it('sends messages to a peer whose certificate matches its name', async () => {
    const server = await tls({ certificate });
    const client = await tls({ authoritiesPem: [certificate.certificatePem] });
    const collector = new MessageCollector(server);
    await client.send(Buffer.from(message('x')), { ...to(server, 'tls'), serverName: 'sip.example.com' });
    expect((await collector.next()).source.protocol).toBe('tls');
  });

  it.each([
    ['for another name', 'other.example.com', true],
    ['from an unknown authority', 'sip.example.com', false],
  ])('rejects a certificate %s', async (_what, serverName, trusted) => {
    const server = await tls({ certificate });
    const client = await tls(trusted ? { authoritiesPem: [certificate.certificatePem] } : {});
    const sending = client.send(Buffer.from(message()), { ...to(server, 'tls'), serverName });
    await expect(sending).rejects.toMatchObject({ code: 'tls' });
  });

  it('closes the connection of a peer that does not use TLS', async () => {
    const server = await tls({ certificate });
    const { socket } = await rawClient(server);
    socket.write(message());
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });
});
