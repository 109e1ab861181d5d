import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { systemRandom } from '../../core/random.ts';
import { createApiKey } from '../../domain/api-key.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const sessions = '/v1/api/sessions';
const agentsPath = '/api/v1/agents';

const bodyWithUnknownFields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 1])));

interface Sender {
  readonly remoteAddress: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post(url: string, payload: string, { remoteAddress, headers }: Sender) {
  const json = { 'content-type': 'application/json' };
  const response = await api.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { ...json, ...headers },
    payload,
  });
  const { code, error, fields } = response.json();
  const nested = error as { code?: string; fields?: unknown[] };
  return {
    status: response.statusCode,
    code: (code ?? nested.code) as string,
    fields: (fields ?? nested.fields ?? []) as { path: string }[],
    retryAfter: Number(response.headers['retry-after']),
  };
}

describe('the body of an unauthenticated request', () => {
  const from = { remoteAddress: '203.0.113.1' };

  it('is parsed up to 4 KiB, and rejected above', async () => {
    expect(await post(sessions, bodyWithUnknownFields(80_000), from)).toMatchObject({
      status: 400,
      code: 'body_too_large',
    });
    const password = 'x'.repeat(4096 - 41);
    const small = await post(sessions, JSON.stringify({ email: 'a@b.example', password }), from);
    expect(small).toMatchObject({ code: 'invalid_request', fields: [{ path: 'password' }] });
  });

  it('is not parsed with an invalid key or for an unknown path', async () => {
    const headers = { 'x-api-key': createApiKey(systemRandom, 'live') };
    expect(await post(agentsPath, '{"broken', { ...from, headers })).toMatchObject({
      code: 'invalid_api_key',
    });
    expect(await post('/nowhere', '{"broken', from)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await post('/nowhere', bodyWithUnknownFields(80_000), from)).toMatchObject({ status: 404 });
  });
});

describe('the faults of a body', () => {
  it('are at most 100', async () => {
    const from = { remoteAddress: '203.0.113.2', headers: { 'x-api-key': api.key } };
    expect((await post(agentsPath, bodyWithUnknownFields(2000), from)).fields).toHaveLength(100);
    const tools = Array.from({ length: 50 }, () => ({}));
    expect((await post(agentsPath, JSON.stringify({ name: 'x', tools }), from)).fields).toHaveLength(100);
    expect(await post(agentsPath, bodyWithUnknownFields(2001), from)).toMatchObject({
      code: 'body_too_large',
    });
  });
});

describe('the rate limit of a client address', () => {
  const large = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(4000) });
  const codesOf = async (count: number, remoteAddress: string) => {
    const codes: string[] = [];
    for (let index = 0; index < count; index += 1)
      codes.push((await post(sessions, large, { remoteAddress })).code);
    return codes;
  };

  it('counts larger bodies more, applies to an IPv6 /64, and is available again after Retry-After', async () => {
    const codes = await codesOf(241, '2001:db8:1::1');
    expect(codes.slice(0, 240).every((code) => code === 'invalid_request')).toBe(true);
    expect(codes[240]).toBe('rate_limited');
    const sameSubnet = await post(sessions, large, { remoteAddress: '2001:db8:1::2' });
    expect(sameSubnet).toMatchObject({ status: 429, retryAfter: 1 });
    expect(await codesOf(1, '2001:db8:1:1::1')).toEqual(['invalid_request']);
    await api.clock.advance(1000);
    expect(await codesOf(1, '2001:db8:1::1')).toEqual(['invalid_request']);
  });

  const statusOf = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
    (await api.app.inject({ url, remoteAddress, headers })).statusCode;
  const unknownKey = () => ({ 'x-api-key': createApiKey(systemRandom, 'live') });

  it('for rejected keys, when exhausted, rejects keys that are new to this node, and accepts keys that it has accepted before', async () => {
    const remoteAddress = '203.0.113.3';
    const known = { 'x-api-key': await api.createKey() };
    expect(await statusOf(agentsPath, remoteAddress, known)).toBe(200);
    for (let count = 0; count < 1200; count += 1) await statusOf(agentsPath, remoteAddress, unknownKey());
    expect(await statusOf(agentsPath, remoteAddress, unknownKey())).toBe(429);
    expect(await statusOf(agentsPath, remoteAddress, { 'x-api-key': await api.createKey() })).toBe(429);
    expect(await statusOf(agentsPath, remoteAddress, known)).toBe(200);
    expect(await statusOf('/docs', remoteAddress)).toBe(200);
    expect(await statusOf(agentsPath, remoteAddress)).toBe(401);
  });

  it('for pages and requests without a key, when exhausted, does not reject a key that is new to this node', async () => {
    const remoteAddress = '203.0.113.5';
    for (let count = 0; count < 1200; count += 1) await statusOf(agentsPath, remoteAddress);
    expect(await statusOf(agentsPath, remoteAddress)).toBe(429);
    expect(await statusOf('/docs', remoteAddress)).toBe(429);
    expect(await statusOf(agentsPath, remoteAddress, { 'x-api-key': await api.createKey() })).toBe(200);
    expect(await statusOf(agentsPath, remoteAddress, unknownKey())).toBe(401);
    expect(await statusOf('/nowhere', remoteAddress, unknownKey())).toBe(404);
  });

  it('counts pages that need no key', async () => {
    const remoteAddress = '203.0.113.4';
    const statuses = [];
    for (let count = 0; count < 93; count += 1) {
      const { statusCode } = await api.app.inject({ url: '/openapi.json', remoteAddress });
      statuses.push(statusCode);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(92);
    expect(statuses.at(-1)).toBe(429);
  }, 60_000);
});

describe('the requests of a workspace', () => {
  it('are counted across all its keys', async () => {
    const { workspaceId } = api;
    await api.database.asSystem().execute(
      {
        text: `update workspaces set plan = 'developer' where id = $1`,
      },
      [workspaceId],
    );
    await api.clock.advance(2000);
    const keys = await Promise.all([api.createKey(), api.createKey({ requestsPerMinute: 10 })]);
    const statusesOf = async (key: string, count: number) => {
      const responses = [];
      for (let index = 0; index < count; index += 1)
        responses.push((await api.send('GET', agentsPath, { key })).status);
      return responses;
    };
    expect(await statusesOf(keys[1], 12)).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(await statusesOf(keys[0], 50)).toEqual(Array.from({ length: 50 }, () => 200));
    // The database uses its own clock, so the limit allows one more request per second that this test takes.
    let next = await api.send('GET', agentsPath, { key: keys[0] });
    for (let sent = 0; sent < 30 && next.status === 200; sent += 1)
      next = await api.send('GET', agentsPath, { key: keys[0] });
    expect(next).toMatchObject({ status: 429, headers: { 'ratelimit-policy': '"workspace";q=60;w=60' } });
  });
});
