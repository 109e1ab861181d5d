import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createCertificate, hasOpenssl } from '../../../test/support/certificates.ts';
import { HttpConnections } from './http-connections.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The server side of connections, which tests wait for. */
class Accepted {
  readonly sockets: Socket[] = [];
  readonly #waiting = new Set<() => void>();

  add(socket: Socket): void {
    socket.on('error', () => undefined);
    this.sockets.push(socket);
    closers.push(() => socket.destroy());
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async until(count: number): Promise<void> {
    while (this.sockets.length < count) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }
}

interface Opened {
  readonly connections: HttpConnections;
  readonly accepted: Accepted;
  readonly url: string;
}

/** Starts a server that handles connections without a library. */
async function openSockets(handle: (socket: Socket, count: number) => void): Promise<Opened> {
  const accepted = new Accepted();
  const server = createSocketServer((socket) => {
    accepted.add(socket);
    handle(socket, accepted.sockets.length);
  });
  closers.push(() => server.close());
  const url = `http://127.0.0.1:${await listen(server)}/v1`;
  return { accepted, url, connections: new HttpConnections(url) };
}

async function openHttp(listener: RequestListener, event = 'connection', server?: HttpServer) {
  const accepted = new Accepted();
  const opened = server ?? createHttpServer();
  opened.on('request', listener).on(event, (socket: Socket) => accepted.add(socket));
  closers.push(() => opened.close());
  const port = await listen(opened);
  const url = `${server === undefined ? 'http' : 'https'}://127.0.0.1:${port}/v1`;
  return { accepted, url, connections: new HttpConnections(url) };
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const post = { method: 'POST', body: '{}' };
const textOf = async (response: Promise<Response>): Promise<string> => (await response).text();
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('connections that are opened in advance', () => {
  it.skipIf(!hasOpenssl)('have completed the TLS handshake', async () => {
    const { certificatePem: cert, privateKeyPem: key } = createCertificate('self-signed');
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, cert]);
    closers.push(() => setDefaultCACertificates(trusted));
    let requests = 0;
    const server = createHttpsServer({ cert, key });
    const listener: RequestListener = (_request, response) => response.end(String((requests += 1)));
    const { connections, accepted, url } = await openHttp(listener, 'secureConnection', server);
    connections.preconnect();
    await accepted.until(1);
    expect(requests).toBe(0);
    expect(await textOf(connections.fetch(url, post))).toBe('1');
    expect(await textOf(connections.fetch(url, post))).toBe('2');
    expect(accepted.sockets).toHaveLength(1);
  });

  it('are replaced after the server has closed them', async () => {
    const { connections, accepted } = await openSockets(() => undefined);
    connections.preconnect();
    await accepted.until(1);
    accepted.sockets[0]!.end();
    await once(accepted.sockets[0]!, 'close');
    connections.preconnect();
    await accepted.until(2);
    expect(accepted.sockets).toHaveLength(2);
  });

  it('are not used after the server has sent data on them', async () => {
    const { connections, accepted, url } = await openSockets((socket, count) => {
      if (count === 1) socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
      else socket.once('data', () => socket.write(ok));
    });
    connections.preconnect();
    await accepted.until(1);
    await once(accepted.sockets[0]!, 'finish');
    await nextTick();
    await nextTick();
    expect(await textOf(connections.fetch(url, post))).toBe('ok');
    expect(accepted.sockets).toHaveLength(2);
  });

  it('report no error of a server that is unreachable, and the next request does', async () => {
    const server = createSocketServer();
    const url = `http://127.0.0.1:${await listen(server)}`;
    server.close();
    await once(server, 'close');
    const connections = new HttpConnections(url);
    connections.preconnect();
    await expect(connections.fetch(url, post)).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    });
    for (const invalid of ['http://parley.invalid', 'https://[::1]:1', 'https://127.0.0.1:1'])
      expect(() => new HttpConnections(invalid).preconnect()).not.toThrow();
  });
});

describe('requests', () => {
  it.each(['before the first request', 'after a response'])(
    'are sent once more if the server closes the open connection, %s',
    async (when) => {
      let requests = 0;
      const { connections, accepted, url } = await openSockets((socket, count) => {
        let received = 0;
        socket.on('data', () => {
          requests += 1;
          received += 1;
          const isStale = count === 1 && (when === 'before the first request' || received === 2);
          if (isStale) socket.resetAndDestroy();
          else socket.write(ok);
        });
      });
      if (when === 'after a response') await textOf(connections.fetch(url, post));
      else connections.preconnect();
      await accepted.until(1);
      await nextTick();
      expect(await textOf(connections.fetch(url, post))).toBe('ok');
      expect([accepted.sockets.length, requests]).toEqual([2, when === 'after a response' ? 3 : 2]);
    },
  );

  it('are not repeated if a new connection is closed', async () => {
    const { connections, accepted, url } = await openSockets((socket) =>
      socket.on('data', () => socket.resetAndDestroy()),
    );
    await expect(connections.fetch(url, post)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(accepted.sockets).toHaveLength(1);
  });

  it('carry forms, and ask for a response without a content coding', async () => {
    const { connections, url } = await openHttp((request, response) => {
      const { 'content-type': type, 'accept-encoding': coding, 'content-length': length } = request.headers;
      response.end(JSON.stringify({ type, coding, length: Number(length) > 100 }));
    });
    const body = new FormData();
    body.set('file', new Blob(['audio']), 'utterance.wav');
    const response = await connections.fetch(url, { method: 'POST', body });
    expect(await response.json()).toEqual({
      type: expect.stringMatching(/^multipart\/form-data; boundary=/),
      coding: 'identity',
      length: true,
    });
  });

  it.each([
    ['HTTP/1.1 204 No Content\r\nx-a: 1\r\nx-a: 2\r\n\r\n', 204],
    ['HTTP/1.1 307 Temporary Redirect\r\nx-a: 1, 2\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n', 307],
  ])('return the response %j', async (text, status) => {
    const { connections, url } = await openSockets((socket) => socket.once('data', () => socket.write(text)));
    const response = await connections.fetch(url, post);
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([
      status,
      '1, 2',
      '',
    ]);
  });

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/1.1 999 Unknown\r\n\r\n',
    'this is not HTTP\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  ])('fail after a response that cannot be used: %#', async (text) => {
    const { connections, accepted, url } = await openSockets((socket) =>
      socket.once('data', () => socket.write(text)),
    );
    await expect(connections.fetch(url, post)).rejects.toThrow(new TypeError('fetch failed'));
    await once(accepted.sockets[0]!, 'close');
  });

  it.each(['before the response', 'in the body'])('are closed when the signal aborts %s', async (when) => {
    const { connections, accepted, url } = await openSockets((socket) => {
      if (when === 'in the body') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n1');
    });
    const abort = new AbortController();
    const sent = connections.fetch(url, { ...post, signal: abort.signal });
    const body = when === 'in the body' ? (await sent).text() : sent;
    await accepted.until(1);
    const closed = once(accepted.sockets[0]!, 'close');
    abort.abort();
    await expect(body).rejects.toMatchObject(
      when === 'in the body' ? { code: 'ECONNRESET' } : { name: 'AbortError' },
    );
    accepted.sockets[0]!.resume();
    await closed;
  });
});
