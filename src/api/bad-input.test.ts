import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { addSignedInUser } from '../../test/support/users.ts';

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await createTestApi();
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = api.app.server.address() as AddressInfo);
});
afterAll(() => api.close());

const agentsPath = '/api/v1/agents';

const countAgents = async (): Promise<number> => (await api.send('GET', agentsPath)).body.data.total;

/** Sends raw bytes, half-closes the connection if `end` is set, and returns the first data that the server sends. */
async function exchange(parts: readonly (string | Buffer)[], end = false): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  // The server resets the connection if it responds before it has read everything.
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  if (end) socket.end();
  await Promise.race([once(socket, 'close'), once(socket, 'data')]);
  socket.destroy();
  return Buffer.concat(received).toString('latin1');
}

const head = (lines: readonly string[], method = 'POST', path = agentsPath) =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', `x-api-key: ${api.key}`, ...lines, '', ''].join('\r\n');

const json = 'Content-Type: application/json';

describe('a truncated body', () => {
  it.each(['', '{', '{"name":"Cut', '{"name":"Cut"'])(
    'of %j creates nothing, and the server keeps running',
    async (sent) => {
      const before = await countAgents();
      await exchange([head([json, 'Content-Length: 14']), sent], true);
      expect(await countAgents()).toBe(before);
    },
  );

  it('that ends within a chunk creates nothing', async () => {
    const before = await countAgents();
    await exchange([head([json, 'Transfer-Encoding: chunked']), 'ff\r\n{"name":"Cut"}'], true);
    expect(await countAgents()).toBe(before);
  });
});

describe('a body of 2 MB', () => {
  it('is rejected by its Content-Length before it is received', async () => {
    const response = await exchange([head([json, 'Content-Length: 2000000'])]);
    expect(response).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"body_too_large"/);
  });

  it('is rejected while it is received if it has no Content-Length', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const response = await exchange([
      head([json, 'Transfer-Encoding: chunked']),
      ...Array.from({ length: 32 }, () => chunk),
    ]);
    expect(response).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"body_too_large"/);
  });
});

const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: agentsPath,
    headers: { 'x-api-key': api.key, 'content-type': 'application/json', ...headers },
    payload,
  });

describe('a JSON body', () => {
  it.each([
    ['200 levels of objects', Buffer.from(`{"metadata":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`)],
    ['200 levels of lists', Buffer.from(`{"metadata":${'['.repeat(200)}${']'.repeat(200)}}`)],
    ['a duplicate member name', Buffer.from('{"name":"a","name":"b"}')],
    ['a duplicate member name, of which one is escaped', Buffer.from('{"name":"a","n\\u0061me":"b"}')],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['Latin-1', Buffer.from('{"name":"ü"}', 'latin1')],
    ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ['an escaped NUL', Buffer.from('{"name":"a\\u0000b"}')],
    ['an unpaired surrogate', Buffer.from('{"name":"\\ud83d"}')],
    ['a number out of range', Buffer.from('{"modelSettings":{"temperature":1e999}}')],
    ['data after the end', Buffer.from('{"name":"x"} {}')],
    ['the member name __proto__', Buffer.from('{"__proto__":{"name":"x"}}')],
  ])('is rejected for %s', async (_case, payload) => {
    const response = await post(payload);
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_json']);
  });

  it('is accepted with a byte order mark if the rest is valid', async () => {
    expect((await post('\uFEFF{"name":"Marked"}')).statusCode).toBe(200);
  });
});

describe('queries and ids', () => {
  it.each([
    ['page=1e9', 'page'],
    ['page=1000000000', 'page'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=1001', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['search=%00', 'search'],
    ['createdAtFrom=yesterday', 'createdAtFrom'],
    ['createdAtFrom=2026-02-30T00:00:00Z', 'createdAtFrom'],
    ['__proto__=x', '__proto__'],
  ])('rejects the query %s, and names the parameter in the error', async (query, path) => {
    const { status, body } = await api.send('GET', `${agentsPath}?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_query']);
    expect(body.fields.map((field: { path: string }) => field.path)).toContain(path);
  });

  it('returns an empty list for a page far beyond the end', async () => {
    const { status, body } = await api.send('GET', `${agentsPath}?page=1000000&limit=1000`);
    expect([status, body.data.agents]).toEqual([200, []]);
  });

  it.each([
    'call_01KAT0000000000000000000AA',
    'agent_',
    'agent_%00',
    '..%2f',
    'AGENT_01KAT0000000000000000000AA',
  ])('returns 404 for the id %s', async (id) => {
    expect((await api.send('GET', `${agentsPath}/${id}`)).status).toBe(404);
  });
});

describe('a repeated header', () => {
  const twice = (name: string, first: string, second: string) => [`${name}: ${first}`, `${name}: ${second}`];
  const headWithoutKey = (lines: readonly string[]) =>
    [`GET ${agentsPath} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

  it.each([
    ['x-api-key', () => headWithoutKey(twice('x-api-key', api.key, api.key)), 'invalid_api_key'],
    [
      'authorization',
      () => headWithoutKey(twice('Authorization', `Bearer ${api.key}`, 'Bearer x')),
      'invalid_api_key',
    ],
    [
      'x-workspace-id',
      () => head(twice('x-workspace-id', api.workspaceId, 'ws_x'), 'GET'),
      'workspace_forbidden',
    ],
    [
      'content-type',
      () => head([...twice('Content-Type', 'application/json', 'text/csv'), 'Content-Length: 2']),
      'unsupported_media_type',
    ],
    [
      'idempotency-key',
      () => head([json, ...twice('Idempotency-Key', 'a', 'b'), 'Content-Length: 2']) + '{}',
      'invalid_idempotency_key',
    ],
    ['host', () => head(['Host: y'], 'GET'), 'invalid_http'],
    ['host, for an unknown path', () => head(['host: y'], 'GET', '/nowhere'), 'invalid_http'],
    ['host, for the health check', () => head(['HOST: x'], 'GET', '/health/live'), 'invalid_http'],
    ['content-length', () => head([json, ...twice('Content-Length', '2', '3')]), 'invalid_http'],
  ])('is rejected: %s', async (_name, request, code) => {
    expect(await exchange([request()])).toContain(`"code":"${code}"`);
  });
});

describe('a jump of the clock', () => {
  it('back by a day expires no key or session; a jump past their expiry expires both', async () => {
    const start = api.clock.now();
    const key = await api.createKey({ expiresAt: new Date(start + 60_000), requestsPerMinute: 600 });
    const { headers } = await addSignedInUser(api, 'viewer');
    const statuses = async () => [
      (await api.send('GET', agentsPath, { key })).status,
      (await api.send('GET', agentsPath, { key: null, headers })).status,
      (await api.send('POST', agentsPath, { body: { name: 'Out of time' } })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    api.clock.jumpTo(start - 86_400_000);
    expect(await statuses()).toEqual([200, 200, 200]);
    api.clock.jumpTo(start + 86_400_000 * 8);
    expect(await statuses()).toEqual([401, 401, 200]);
    api.clock.jumpTo(start);
  });

  it('does not refill or reset a rate limit', async () => {
    const start = api.clock.now();
    const before = await api.send('GET', agentsPath);
    api.clock.jumpTo(start - 86_400_000);
    const after = await api.send('GET', agentsPath);
    api.clock.jumpTo(start);
    expect(Number(after.headers['x-ratelimit-remaining'])).toBeLessThanOrEqual(
      Number(before.headers['x-ratelimit-remaining']),
    );
    expect(after.status).toBe(200);
  });
});
