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

interface Heard {
  readonly text: string;
  readonly source: SipSource;
}

/** What a transport hears, one message at a time; `lost` counts connections that went. */
class Ear {
  readonly #heard: Heard[] = [];
  #wake: (() => void) | undefined;
  lost = 0;

  constructor(transport: Transport) {
    transport.listen({
      onMessage: (bytes, source) => {
        this.#heard.push({ text: bytes.toString(), source });
        this.#wake?.();
      },
      onConnectionLost: () => {
        this.lost += 1;
        this.#wake?.();
      },
    });
  }

  async next(): Promise<Heard> {
    while (this.#heard.length === 0) await this.wait();
    return this.#heard.shift()!;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

const open: { close(): unknown }[] = [];
const keep = <Item extends { close(): unknown }>(item: Item): Item => {
  open.push(item);
  return item;
};

afterEach(async () => {
  for (const item of open.splice(0)) await item.close();
});

const tcp = async (more: object = {}) =>
  keep(await openTcpTransport({ address, port: 0, clock: systemClock, logger, ...more }));
const to = (transport: Transport, protocol: TransportProtocol = 'tcp'): SipTarget => ({
  protocol,
  address,
  port: transport.sentBy.port,
});

/** A plain TCP client, with all that it was sent. */
async function rawClient(transport: Transport): Promise<{ socket: Socket; received: () => Promise<string> }> {
  const socket = connect(transport.sentBy.port, address);
  keep({ close: () => socket.destroy() });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    received: () => new Promise((resolve) => socket.once('data', (data) => resolve(data.toString()))),
  };
}

/** Resolves when the socket is closed; reads what is left, as an end is seen behind it only. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.resume().once('close', () => resolve());
  });

describe('UDP', () => {
  it('carries messages both ways and names where they came from', async () => {
    const [a, b] = [
      keep(await openUdpTransport({ address, port: 0, logger })),
      keep(await openUdpTransport({ address, port: 0, logger })),
    ];
    const ear = new Ear(b);
    await a.send(Buffer.from('hello'), to(b, 'udp'));
    expect(await ear.next()).toEqual({
      text: 'hello',
      source: { protocol: 'udp', address, port: a.sentBy.port },
    });
  });

  it('whose port is in use says which and what to change', async () => {
    const { sentBy } = keep(await openUdpTransport({ address, port: 0, logger }));
    await expect(
      openUdpTransport({ address, port: sentBy.port, logger, portSetting: 'MY_PORT' }),
    ).rejects.toThrow(`UDP 127.0.0.1:${sentBy.port} is in use; choose another port with MY_PORT`);
  });

  it('advertises the public address where it is told one', async () => {
    const transport = keep(
      await openUdpTransport({ address, port: 0, advertisedHost: '2001:db8::1', logger }),
    );
    expect(transport.sentBy.host).toBe('[2001:db8::1]');
  });

  it('refuses names and what comes after closing', async () => {
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

  it('rejects a message that no datagram can hold', async () => {
    const transport = keep(await openUdpTransport({ address, port: 0, logger }));
    await expect(transport.send(Buffer.alloc(66_000), to(transport, 'udp'))).rejects.toMatchObject({
      code: 'too-large',
    });
  });
});

describe('TCP', () => {
  it('whose port is in use says which and what to change', async () => {
    const { sentBy } = await tcp();
    await expect(tcp({ port: sentBy.port })).rejects.toThrow(
      `TCP 127.0.0.1:${sentBy.port} is in use; choose another port with PARLEY_SIP_PORT`,
    );
  });

  it('uses one connection for all messages to a target, and answers on it', async () => {
    const [a, b] = [await tcp(), await tcp()];
    const [hearsA, hearsB] = [new Ear(a), new Ear(b)];
    await Promise.all([a.send(Buffer.from(message('1')), to(b)), a.send(Buffer.from(message('2')), to(b))]);
    const [first, second] = [await hearsB.next(), await hearsB.next()];
    expect(first.source.connection).toBe(second.source.connection);
    await b.send(Buffer.from(message('3')), first.source);
    expect((await hearsA.next()).text).toBe(message('3'));
  });

  it('takes messages that were split at odd bytes', async () => {
    const transport = await tcp();
    const ear = new Ear(transport);
    const { socket } = await rawClient(transport);
    socket.setNoDelay(true);
    const stream = message('abc') + message('defg');
    for (let index = 0; index < stream.length; index += 7) {
      socket.write(stream.slice(index, index + 7));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([(await ear.next()).text, (await ear.next()).text]).toEqual([message('abc'), message('defg')]);
  });

  it('answers a ping with a pong', async () => {
    const transport = await tcp();
    const { socket, received } = await rawClient(transport);
    socket.write('\r\n\r\n');
    expect(await received()).toBe('\r\n');
  });

  it('closes a connection on which no message can be told from the next', async () => {
    const transport = await tcp();
    const { socket } = await rawClient(transport);
    socket.write('OPTIONS sip:a@b SIP/2.0\r\n\r\n');
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });

  it('closes what is idle, and tells which connection went', async () => {
    const clock = new ManualClock();
    const transport = await tcp({ clock });
    const ear = new Ear(transport);
    const { socket } = await rawClient(transport);
    socket.write(message());
    await ear.next();
    await clock.advance(599_999);
    expect(ear.lost).toBe(0);
    await clock.advance(1);
    await closed(socket);
    expect([ear.lost, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('refuses connections beyond its limit', async () => {
    const transport = await tcp({ limits: { connectionsMax: 1 } });
    const ear = new Ear(transport);
    const first = await rawClient(transport);
    const second = await rawClient(transport);
    await closed(second.socket);
    first.socket.write(message());
    expect((await ear.next()).text).toBe(message());
  });

  it('refuses one address more than its share, and still opens connections of its own', async () => {
    const [a, b] = [await tcp({ limits: { connectionsMax: 1, connectionsPerSourceMax: 1 } }), await tcp()];
    const ear = new Ear(b);
    const first = await rawClient(a);
    const second = await rawClient(a);
    await closed(second.socket);
    await a.send(Buffer.from(message()), to(b));
    expect((await ear.next()).text).toBe(message());
    first.socket.destroy();
    await closed(first.socket);
  });

  it('closes a connection on which nothing but pings has come', async () => {
    const clock = new ManualClock();
    const transport = await tcp({ clock });
    const { socket, received } = await rawClient(transport);
    socket.write('\r\n\r\n');
    await received();
    await clock.advance(32_000);
    await closed(socket);
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives up what a peer does not read, once the connection is closed', async () => {
    const clock = new ManualClock();
    const transport = await tcp({ clock, limits: { bufferedBytesMax: 1 << 26 } });
    const ear = new Ear(transport);
    const { socket } = await rawClient(transport);
    socket.pause();
    socket.write(message());
    const sending = transport.send(Buffer.alloc(1 << 25), (await ear.next()).source);
    socket.write('no message\r\n\r\n');
    await ear.wait();
    await Promise.all([clock.advance(5_000), expect(sending).rejects.toThrow('cannot send')]);
    await closed(socket);
    expect(clock.pendingTimers).toBe(0);
  });

  it('says that a target refused', async () => {
    const [a, b] = [await tcp(), await tcp()];
    const target = to(b);
    await b.close();
    await expect(a.send(Buffer.from(message()), target)).rejects.toMatchObject({ code: 'refused' });
  });

  it('gives up a peer that does not read', async () => {
    const [a, b] = [await tcp({ limits: { bufferedBytesMax: 100_000 } }), await silentServer()];
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

  it('fails what waits for a connection when it is closed', async () => {
    const a = await tcp();
    const b = await tcp();
    const sending = a.send(Buffer.from(message()), to(b));
    await Promise.all([a.close(), expect(sending).rejects.toThrow('closed')]);
  });
});

/** Accepts and never reads. */
async function silentServer(): Promise<number> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    socket.pause();
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  keep({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return (server.address() as { port: number }).port;
}

describe('keep-alive on a connection that we opened', () => {
  let clock: ManualClock;
  let transport: Transport;
  let peer: Socket;

  beforeEach(async () => {
    clock = new ManualClock();
    transport = await tcp({ clock, limits: { idleMs: 3_600_000 } });
    const server = createServer();
    keep(server);
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    const { port } = server.address() as { port: number };
    await transport.send(Buffer.from(message()), { protocol: 'tcp', address, port });
    peer = await accepted;
    keep({ close: () => peer.destroy() });
    await data();
  });

  const data = () =>
    new Promise<string>((resolve) => peer.once('data', (bytes) => resolve(bytes.toString())));

  it('pings, and does not mind a peer that never answered', async () => {
    const pinged = data();
    await clock.advance(110_000);
    expect(await pinged).toBe('\r\n\r\n');
    await clock.advance(60_000);
    expect(peer.destroyed).toBe(false);
  });

  it('gives the connection up when a peer that used to answer falls silent', async () => {
    const ear = new Ear(transport);
    const first = data();
    await clock.advance(110_000);
    await first;
    peer.write('\r\n');
    // The pong is on its way through the kernel; a message behind it tells when it has come.
    peer.write(message());
    await ear.next();
    const second = data();
    await clock.advance(110_000);
    await second;
    await clock.advance(10_000);
    await closed(peer);
    expect(ear.lost).toBe(1);
  });
});

it('a connection that is not made in time is given up', async () => {
  const clock = new ManualClock();
  const transport = keep(await openTlsTransport({ address, port: 5061, clock, logger }));
  // Takes the connection, but never shakes hands.
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

  const tls = async (more: object = {}) =>
    keep(await openTlsTransport({ address, port: 0, clock: systemClock, logger, ...more }));

  it('carries messages to a peer whose certificate has the name', async () => {
    const server = await tls({ certificate });
    const client = await tls({ authoritiesPem: [certificate.certificatePem] });
    const ear = new Ear(server);
    await client.send(Buffer.from(message('x')), { ...to(server, 'tls'), serverName: 'sip.example.com' });
    expect((await ear.next()).source.protocol).toBe('tls');
  });

  it.each([
    ['of another name', 'other.example.com', true],
    ['that nobody vouches for', 'sip.example.com', false],
  ])('refuses a certificate %s', async (_what, serverName, trusted) => {
    const server = await tls({ certificate });
    const client = await tls(trusted ? { authoritiesPem: [certificate.certificatePem] } : {});
    const sending = client.send(Buffer.from(message()), { ...to(server, 'tls'), serverName });
    await expect(sending).rejects.toMatchObject({ code: 'tls' });
  });

  it('survives a peer that speaks no TLS', async () => {
    const server = await tls({ certificate });
    const { socket } = await rawClient(server);
    socket.write(message());
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });
});
