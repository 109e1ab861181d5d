import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchJson, type JsonRequest } from './fetch-json.ts';
import { ManualClock } from './manual-clock.ts';

let server: Server;
const clock = new ManualClock();
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function send(handler: RequestListener, changes: Partial<JsonRequest> = {}) {
  server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`);
  const request = {
    url,
    method: 'GET',
    headers: {},
    timeoutMs: 1000,
    maxBytes: 100,
    ...changes,
  } as const;
  return fetchJson(request, clock);
}

describe('fetchJson', () => {
  it('returns status and JSON body', async () => {
    const response = await send((_request, response) => response.writeHead(418).end('{"a":1}'));
    expect(response).toEqual({ status: 418, body: { a: 1 } });
  });

  it.each(['', '<html>', '{"a":'])('returns no body if it is not JSON: %j', async (text) => {
    expect(await send((_request, response) => response.end(text))).toEqual({ status: 200, body: undefined });
  });

  it('does not follow redirects', async () => {
    const paths: (string | undefined)[] = [];
    const response = await send((request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect([response.status, paths]).toEqual([302, ['/secret']]);
  });

  it('rejects a body above the limit', async () => {
    const long = send((_request, response) => response.end('x'.repeat(101)));
    await expect(long).rejects.toMatchObject({ failure: 'too-large' });
  });

  it('times out while the body is being received', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const slow = send((_request, response) => response.write('{', () => resolve()));
    await started;
    await Promise.all([expect(slow).rejects.toMatchObject({ failure: 'timed-out' }), clock.advance(1000)]);
  });

  it('reports the failure without the URL', async () => {
    const broken = send((request) => request.socket.destroy());
    await expect(broken).rejects.toMatchObject({
      failure: 'unreachable',
      message: 'No response: unreachable.',
    });
    const failure = await broken.catch((error: unknown) => error as Error);
    expect(String((failure as Error).cause)).not.toContain('secret');
    expect(clock.pendingTimers).toBe(0);
  });

  it('returns the delay of Retry-After', async () => {
    const response = await send((_request, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    );
    expect(response).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });

  it('ends when the signal is aborted', async () => {
    const abort = new AbortController();
    const { promise: received, resolve } = Promise.withResolvers<void>();
    const request = send(() => resolve(), { signal: abort.signal }).catch((error: unknown) => error);
    await received;
    abort.abort();
    expect(await request).toMatchObject({ failure: 'aborted', wasSent: true });
    expect(clock.pendingTimers).toBe(0);
  });

  it('reports that a request was not sent if the connection is refused', async () => {
    await send((_request, response) => response.end());
    const { port } = server.address() as AddressInfo;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    const url = new URL(`http://127.0.0.1:${port}/`);
    const refused = fetchJson({ url, method: 'POST', headers: {}, timeoutMs: 1000, maxBytes: 100 }, clock);
    await expect(refused).rejects.toMatchObject({ failure: 'unreachable', wasSent: false });
  });
});
