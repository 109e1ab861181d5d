import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openDnsServer } from '../../test/support/dns-server.ts';
import { systemClock } from '../core/clock.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { EgressClient, EgressError, type EgressClientOptions, type EgressRequest } from './egress-client.ts';
import { EgressPolicy } from './egress-policy.ts';
import { HostResolver } from './host-resolver.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function serveHttp(listener: RequestListener): Promise<number> {
  const server = createPlainServer(listener);
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server);
}

/** Starts a server that handles raw connections. */
async function serveSockets(handle: (socket: Socket, count: number) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handle(socket, sockets.size);
  });
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return listen(server);
}

function clientWith(options: Partial<EgressClientOptions> = {}): EgressClient {
  const client = new EgressClient({
    clock: systemClock,
    policy: new EgressPolicy(['127.0.0.0/8']),
    ...options,
  });
  closers.push(() => client.close());
  return client;
}

const requestTo = (port: number, options: Partial<EgressRequest> = {}): EgressRequest => ({
  workspaceId: 'ws_1',
  url: new URL(`http://127.0.0.1:${port}/hook`),
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 15_000,
  maxResponseBytes: 4_096,
  reuseConnection: true,
  ...options,
});

const failureOf = async (sent: Promise<unknown>): Promise<EgressError> => {
  const error = await sent.then(
    () => new Error('The request succeeded.'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(EgressError);
  return error as EgressError;
};

describe('EgressClient', () => {
  it('returns status, headers and body', async () => {
    const port = await serveHttp((_request, response) => response.writeHead(202, { 'x-a': 'b' }).end('ok'));
    const response = await clientWith().send(requestTo(port));
    expect(response).toMatchObject({ status: 202, isTruncated: false });
    expect([response.headers['x-a'], response.body.toString()]).toEqual(['b', 'ok']);
  });

  it('does not follow redirects', async () => {
    let requests = 0;
    const port = await serveHttp((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: 'http://169.254.169.254/' }).end();
    });
    expect((await clientWith().send(requestTo(port))).status).toBe(307);
    expect(requests).toBe(1);
  });

  it('stops reading an endless body at the limit', async () => {
    const port = await serveHttp((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const response = await clientWith().send(requestTo(port));
    expect([response.isTruncated, response.body.length]).toEqual([true, 4_096]);
  });

  it('does not decompress a body', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    const port = await serveHttp((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const response = await clientWith().send(requestTo(port));
    expect(response.body.equals(bomb)).toBe(true);
  });

  it('times out when the headers are incomplete, and reports no status', async () => {
    const clock = new ManualClock(0);
    const received = Promise.withResolvers<void>();
    const port = await serveSockets((socket) => {
      socket.once('data', () => received.resolve());
      socket.write('HTTP/1.1 200 O');
    });
    const sent = failureOf(clientWith({ clock }).send(requestTo(port)));
    await received.promise;
    await clock.advance(14_999);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(1);
    expect(await sent).toMatchObject({ failure: 'timed_out', status: undefined });
  });

  it('reports the status when only the body is incomplete', async () => {
    const port = await serveHttp((_request, response) => response.writeHead(200).write('{'));
    const client = clientWith();
    const sent = failureOf(client.send(requestTo(port, { timeoutMs: 1_000 })));
    expect(await sent).toMatchObject({ failure: 'timed_out', status: 200 });
    const resetPort = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('{');
      setImmediate(() => response.destroy());
    });
    expect(await failureOf(client.send(requestTo(resetPort)))).toMatchObject({
      failure: 'unreachable',
      status: 200,
    });
  });

  it('reuses a connection, and opens another one if the server closed it meanwhile', async () => {
    let connections = 0;
    const port = await serveSockets((socket) => {
      connections += 1;
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        // The second request on a connection is reset instead of answered.
        if (connections === 1 && requests === 2) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    const client = clientWith();
    expect((await client.send(requestTo(port))).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await client.send(requestTo(port))).status).toBe(200);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await client.send(requestTo(port))).status).toBe(200);
    expect(connections).toBeLessThanOrEqual(3);
    expect(connections).toBeGreaterThanOrEqual(2);
  });

  it('does not repeat a request on a new connection that was reset', async () => {
    let connections = 0;
    const port = await serveSockets((socket) => {
      connections += 1;
      socket.on('data', () => socket.resetAndDestroy());
    });
    expect(await failureOf(clientWith().send(requestTo(port)))).toMatchObject({ failure: 'unreachable' });
    expect(connections).toBe(1);
  });

  it('ends a request whose signal aborts', async () => {
    const port = await serveHttp(() => undefined);
    const abort = new AbortController();
    const sent = failureOf(clientWith().send(requestTo(port, { signal: abort.signal })));
    abort.abort();
    expect(await sent).toMatchObject({ failure: 'aborted' });
  });

  it.each(['abc', ''])(
    'returns the status of a response that switches protocols, before %j',
    async (data) => {
      const closed = Promise.withResolvers<void>();
      const port = await serveSockets((socket) => {
        socket.on('close', () => closed.resolve());
        const head = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
        socket.once('data', () => socket.write(head + data));
      });
      expect(await clientWith().send(requestTo(port))).toMatchObject({ status: 101, isTruncated: false });
      await closed.promise;
    },
  );

  it.each([
    ['HTTP/1.1 200 OK\r\nx: ' + 'y'.repeat(40_000) + '\r\n\r\n'],
    ['this is not HTTP\r\n\r\n'],
    ['HTTP/1.1 999999 OK\r\n\r\n'],
    ['\0'.repeat(100)],
  ])('reports a malformed response as unreachable: %#', async (text) => {
    const port = await serveSockets((socket) => socket.once('data', () => socket.end(text)));
    expect(await failureOf(clientWith().send(requestTo(port)))).toMatchObject({ failure: 'unreachable' });
  });
});

describe('EgressClient and denied addresses', () => {
  const denied = { policy: new EgressPolicy([]) };

  it.each([
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://127.0.0.1./',
    'https://169.254.169.254/latest/meta-data/',
  ])('opens no connection to %s', async (url) => {
    const sent = clientWith(denied).send(requestTo(1, { url: new URL(url) }));
    expect((await failureOf(sent)).failure).toBe('address_denied');
  });

  it('rejects credentials in the URL', async () => {
    const sent = clientWith(denied).send(requestTo(1, { url: new URL('https://user:pw@example.com/') }));
    expect(await failureOf(sent)).toMatchObject({ failure: 'address_denied' });
  });

  it('checks the address that a name resolves to at the time of the connection', async () => {
    let connections = 0;
    const port = await serveSockets(() => (connections += 1));
    const answers = ['93.184.216.34', '127.0.0.1'];
    const resolver = { resolve: () => Promise.resolve([answers.pop()!]) };
    const url = new URL(`https://rebinding.example:${port}/`);
    const sent = clientWith({ ...denied, resolver }).send(requestTo(port, { url }));
    expect(await failureOf(sent)).toMatchObject({ failure: 'address_denied' });
    expect(connections).toBe(0);
  });

  it('checks each of 1,000 addresses in the answer of a DNS server, and each answer', async () => {
    let requests = 0;
    const port = await serveHttp((_request, response) => {
      requests += 1;
      response.end('ok');
    });
    const denied = Array.from({ length: 999 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    let addresses = [...denied, '127.0.0.1'];
    const dns = await openDnsServer((_name, type) => ({ addresses: type === 'A' ? addresses : [] }));
    closers.push(() => dns.close());
    const resolver = new HostResolver({ clock: systemClock, servers: [dns.server] });
    const client = clientWith({ resolver });
    const url = new URL(`http://large.example:${port}/`);
    const request = requestTo(port, { url, reuseConnection: false });
    expect((await client.send(request)).status).toBe(200);
    addresses = ['10.0.0.1'];
    expect(await failureOf(client.send(request))).toMatchObject({ failure: 'encryption_required' });
    expect(requests).toBe(1);
  });
});
