import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { EgressClient, type EgressClientOptions } from '../../egress/egress-client.ts';
import { EgressPolicy } from '../../egress/egress-policy.ts';
import { RequestSecrets } from '../../egress/request-secrets.ts';
import { sendHttpRequest, type HttpRequest } from './http-request.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Respond = (response: ServerResponse, request: IncomingMessage, body: string) => void;

/** Starts a server on loopback. Returns its URL and the received requests. */
async function serve(respond: Respond) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    requests.push({ method: request.method!, url: request.url!, headers: request.headers, body });
    respond(response, request, body);
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tool`, requests };
}

const secrets = RequestSecrets.parse(
  JSON.stringify({
    CRM: { value: 'k3y-of-crm', hosts: ['127.0.0.1'] },
    OTHER: { value: 'other', hosts: ['crm.example.com'] },
    PRIVATE: { value: 'private', hosts: ['127.0.0.1'], workspaces: ['ws_2'] },
  }),
);

function send(
  url: string,
  request: Partial<HttpRequest> = {},
  options: Partial<EgressClientOptions> = {},
  signal = new AbortController().signal,
) {
  const policy = new EgressPolicy(['127.0.0.1']);
  const egress = new EgressClient({ clock: systemClock, policy, ...options });
  closers.push(() => egress.close());
  const complete = { method: 'GET', url, headers: {}, timeoutMs: 4_000, ...request } as const;
  return sendHttpRequest(complete, { egress, secrets, workspaceId: 'ws_1' }, signal);
}

const json =
  (value: unknown): Respond =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

describe('a request', () => {
  it('sends JSON with its headers, and returns the JSON of the response', async () => {
    const { url, requests } = await serve(json({ order: 7 }));
    const result = await send(url, {
      method: 'PATCH',
      headers: { Authorization: ['Bearer ', { secret: 'CRM' }] },
      body: { a: 1 },
      idempotencyKey: 'key_1',
    });
    expect(result).toEqual({ ok: true, status: 200, text: '{"order":7}', json: { order: 7 } });
    expect(requests).toMatchObject([
      {
        method: 'PATCH',
        headers: {
          authorization: 'Bearer k3y-of-crm',
          'content-type': 'application/json',
          'idempotency-key': 'key_1',
          'content-length': '7',
        },
        body: '{"a":1}',
      },
    ]);
  });

  it.each([undefined, 'a=1'])('sends the body %j as it is', async (body) => {
    const { url, requests } = await serve(json({}));
    await send(url, { method: body === undefined ? 'GET' : 'POST', body });
    expect(requests[0]?.body).toBe(body ?? '');
    expect(requests[0]?.headers['content-length']).toBe(body === undefined ? undefined : '3');
  });

  it.each([
    ['OTHER', 'The request refers to the secret OTHER, which is not allowed for 127.0.0.1.'],
    ['PRIVATE', 'The request refers to the secret PRIVATE, which does not exist.'],
    ['NONE', 'The request refers to the secret NONE, which does not exist.'],
    ['toString', 'The request refers to the secret toString, which does not exist.'],
  ])('with the secret %s is not sent', async (secret, detail) => {
    const { url, requests } = await serve(json({}));
    expect(await send(url, { headers: { a: [{ secret }] } })).toEqual({
      ok: false,
      text: detail,
      detail,
      isUnknown: false,
    });
    expect(requests).toEqual([]);
  });

  it('returns a response without the secret that it repeats', async () => {
    const { url } = await serve((response, { headers }) =>
      response.writeHead(403).end(`Wrong token ${headers['authorization']}`),
    );
    const result = await send(url, { headers: { authorization: [{ secret: 'CRM' }] } });
    expect(result).toMatchObject({
      ok: false,
      status: 403,
      text: 'The server returned 403. Wrong token [secret]',
    });
    expect(JSON.stringify(result)).not.toContain('k3y');
  });
});

describe('a response', () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const fill = (response: ServerResponse, count: number): void => {
    if (count > 0) response.write(chunk, () => fill(response, count - 1));
    else response.end();
  };

  it.each<[string, Respond, string, number | undefined]>([
    [
      'has 10 MB',
      (response) => fill(response.writeHead(200, { 'content-type': 'text/plain' }), 10),
      'The server returned more than 64 KiB.',
      200,
    ],
    [
      'is a web page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
      'The server returned a web page (HTML) instead of JSON or text.',
      200,
    ],
    [
      'is a web page without a type',
      (response) => response.writeHead(200).end('\n<!DOCTYPE html><html></html>'),
      'The server returned a web page (HTML) instead of JSON or text.',
      200,
    ],
    [
      'is a picture',
      (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      'The server returned neither JSON nor text.',
      200,
    ],
    [
      'is not UTF-8',
      (response) => response.writeHead(200).end(Buffer.from([0xff, 0xfe])),
      'The server returned neither JSON nor text in UTF-8.',
      200,
    ],
    [
      'is compressed',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}')),
      'The server returned a compressed response.',
      200,
    ],
    [
      'redirects to the metadata address',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      'The server returned 302. Redirects are not followed.',
      302,
    ],
    [
      'has the status 500 with a web page',
      (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>secret stack</h1>'),
      'The server returned 500.',
      500,
    ],
    [
      'is reset',
      (response) => response.destroy(),
      'The server could not be reached (ECONNRESET).',
      undefined,
    ],
  ])('that %s is an error', async (_case, respond, detail, status) => {
    const { url } = await serve(respond);
    expect(await send(url)).toMatchObject({ ok: false, detail, ...(status !== undefined && { status }) });
  });

  it('with an error status returns its text to the model, and not to the timeline', async () => {
    const { url } = await serve((response) => response.writeHead(404).end('{"error":"no such order"}'));
    expect(await send(url)).toMatchObject({
      text: 'The server returned 404. {"error":"no such order"}',
      detail: 'The server returned 404.',
      isUnknown: false,
    });
  });

  it('that never arrives ends the request after its time limit, at most 10 s', async () => {
    for (const [timeoutMs, limitMs] of [
      [300, 300],
      [60_000, 10_000],
    ] as const) {
      const clock = new ManualClock();
      const received = Promise.withResolvers<void>();
      const { url } = await serve(() => received.resolve());
      const result = send(url, { timeoutMs }, { clock });
      await received.promise;
      await clock.advance(limitMs - 1);
      expect(clock.pendingTimers).toBe(1);
      await clock.advance(1);
      const detail = `The server did not respond within ${limitMs / 1000} seconds.`;
      expect(await result).toEqual({ ok: false, text: detail, detail, isUnknown: true });
    }
  });
});

describe('a server', () => {
  it.each(['https://169.254.169.254/', 'http://10.0.0.1/', 'https://[::1]/', 'http://example.com/'])(
    'at %s is not reached',
    async (url) => {
      const resolver = { resolve: () => Promise.resolve(['10.0.0.1']) };
      const result = await send(url, {}, { resolver });
      expect(result).toMatchObject({
        ok: false,
        text: 'Requests to this server are not allowed.',
        isUnknown: false,
      });
    },
  );
});
