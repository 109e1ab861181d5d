import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../core/problems.ts';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const agentsPath = '/api/v1/agents';
const keysPath = '/v1/api/keys';

it('survives a connection that cannot be accepted', async () => {
  expect(api.app.server.emit('error', new Error('accept EMFILE'))).toBe(true);
  expect((await api.send('GET', agentsPath)).status).toBe(200);
});

describe('every response', () => {
  it('has an x-request-id header, which an error body repeats as requestId', async () => {
    const success = await api.send('GET', agentsPath);
    expect(success.headers['x-request-id']).toMatch(/^req_/);
    const flat = await api.send('GET', `${agentsPath}/agent_x`);
    expect(flat.body.requestId).toBe(flat.headers['x-request-id']);
    const nested = await api.send('GET', `${keysPath}/key_x`);
    expect(nested.body.error.requestId).toBe(nested.headers['x-request-id']);
  });

  it('has rate limit headers, with and without a key', async () => {
    const withKey = await api.send('GET', agentsPath);
    expect(withKey.headers).toMatchObject({
      'ratelimit-policy': '"workspace";q=1000000;w=60',
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    const withoutKey = await api.send('GET', agentsPath, { key: null });
    expect(withoutKey.headers['ratelimit-policy']).toContain('"address"');
  });

  it('has the flat or nested error body of its path prefix if it is an error', async () => {
    const flat = await api.send('GET', agentsPath, { key: null });
    expect(flat.body).toEqual({
      error: 'Unauthorized',
      details: expect.any(String),
      code: 'missing_api_key',
      requestId: expect.any(String),
    });
    const nested = await api.send('GET', keysPath, { key: null });
    expect(nested.body).toEqual({
      error: { code: 'missing_api_key', message: expect.any(String), requestId: expect.any(String) },
    });
  });
});

describe('a path or method that does not exist', () => {
  it.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/v1/api/nothing'],
    ['GET', '/nothing'],
    ['PATCH', agentsPath],
    ['DELETE', agentsPath],
    ['POST', `${agentsPath}/agent_x`],
    ['GET', `${agentsPath}/`],
    ['GET', '/api/v1/agents/%zz'],
  ] as const)('%s %s returns 404', async (method, path) => {
    const { status, body } = await api.send(method, path);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toMatch(/not_found/);
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND'])('%s returns 404', async (method) => {
    const response = await api.app.inject({ method: method as 'PUT', url: agentsPath });
    expect(response.statusCode).toBe(404);
  });
});

describe('an id that is too long', () => {
  it('is rejected as an unknown id', async () => {
    const response = await api.send('GET', `${agentsPath}/${'x'.repeat(8000)}`);
    expect(response).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
    expect(await api.send('GET', `${agentsPath}/${'x'.repeat(8000)}`, { key: null })).toMatchObject({
      status: 401,
    });
  });
});

describe('a path that does not exist', () => {
  it('counts against the rate limit of the key, or of the address if the key is missing or unknown', async () => {
    const key = await api.createKey({ requestsPerMinute: 2 });
    const request = (options: object) => api.send('GET', '/api/v1/nothing', options);
    const first = await request({ key });
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"key";q=2;w=60',
      'x-ratelimit-remaining': '1',
    });
    await request({ key });
    expect(await request({ key })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    for (const unknown of [null, 'sk_live_x']) {
      const response = await request({ key: unknown });
      expect(response.status).toBe(404);
      expect(response.headers['ratelimit-policy']).toContain('"address"');
    }
  });
});

describe('a JSON body', () => {
  const post = (payload: string, headers: Record<string, string>) =>
    api.send('POST', agentsPath, { body: payload, headers });

  it.each([
    ['with the content type text/plain', { 'content-type': 'text/plain' }],
    ['with the content type of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['with a charset other than UTF-8', { 'content-type': 'application/json; charset=latin1' }],
    ['with the content type of a JSON patch', { 'content-type': 'application/json-patch+json' }],
    ['with a content encoding', { 'content-encoding': 'gzip' }],
  ])('is rejected %s', async (_case, headers) => {
    const { status, body } = await post('{"name":"x"}', headers);
    expect(status).toBe(400);
    expect(body.code).toBe('unsupported_media_type');
  });

  it('is rejected without a content type', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: agentsPath,
      headers: { 'x-api-key': api.key },
      payload: Buffer.from('{"name":"x"}'),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('is accepted with the charset UTF-8', async () => {
    const { status } = await post('{"name":"x"}', { 'content-type': 'application/json; charset=UTF-8' });
    expect(status).toBe(200);
  });

  it.each([
    ['a syntax error', '{"name":'],
    ['a duplicate member name', '{"name":"a","name":"b"}'],
    ['a NUL character', '{"name":"a\\u0000"}'],
    ['nesting that is too deep', `{"metadata":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
  ])('is rejected for %s', async (_case, payload) => {
    const { status, body } = await post(payload, {});
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_json');
  });

  it.each(['[]', '"text"', 'null', '7', ''])(
    '%s is rejected because it is not an object',
    async (payload) => {
      const { status, body } = await post(payload, {});
      expect(status).toBe(400);
      expect(body.code).toBe('invalid_request');
    },
  );

  it('is rejected if it is larger than 1 MiB', async () => {
    const { status, body } = await post(
      JSON.stringify({ name: 'x', personality: 'y'.repeat(1_100_000) }),
      {},
    );
    expect(status).toBe(400);
    expect(body.code).toBe('body_too_large');
    expect(body.details).toContain('larger than 1 MiB');
  });

  it('is optional for GET, but a content type other than JSON is rejected', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await api.send('GET', agentsPath, { headers: json })).status).toBe(200);
    const other = await api.send('GET', agentsPath, { headers: { 'content-type': 'text/html' } });
    expect(other).toMatchObject({ status: 400, body: { code: 'unsupported_media_type' } });
  });
});

describe('the workspace', () => {
  it('is in the x-workspace-id header of every response to a valid key, errors included', async () => {
    const key = await api.createKey({ scopes: ['flows:read'] });
    const responses = await Promise.all(
      [agentsPath, '/api/v1/flows'].map((url) => api.send('GET', url, { key })),
    );
    expect(responses.map(({ status }) => status)).toEqual([403, 200]);
    for (const { headers } of responses) expect(headers['x-workspace-id']).toBe(api.workspaceId);
    expect((await api.send('GET', agentsPath, { key: null })).headers['x-workspace-id']).toBeUndefined();
  });

  it('defaults to the workspace of the key; the x-workspace-id header selects another', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const key = await api.createKey({ workspaceIds: [api.workspaceId, otherWorkspace.workspaceId] });
    const ownAgent = await api.send('GET', `${agentsPath}/${api.agent.id}`, { key });
    expect(ownAgent.status).toBe(200);
    const otherAgent = await api.send('GET', `${agentsPath}/${otherWorkspace.agent.id}`, {
      key,
      workspace: otherWorkspace.workspaceId,
    });
    expect(otherAgent.status).toBe(200);
    const withoutHeader = await api.send('GET', `${agentsPath}/${otherWorkspace.agent.id}`, { key });
    expect(withoutHeader.status).toBe(404);
  });

  it('gets the same error if it is forbidden as if it does not exist', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const forbidden = await api.send('GET', agentsPath, { workspace: otherWorkspace.workspaceId });
    const unknown = await api.send('GET', agentsPath, { workspace: 'ws_01KAT0000000000000000000AA' });
    const same = { requestId: '' };
    expect({ ...forbidden.body, ...same }).toEqual({ ...unknown.body, ...same });
    expect(forbidden).toMatchObject({ status: 403, body: { code: 'workspace_forbidden' } });
  });
});

describe('the rate limit', () => {
  it('rejects requests over the limit and returns Retry-After', async () => {
    const key = await api.createKey({ requestsPerMinute: 2 });
    const responses = [1, 2, 3].map(() => api.send('GET', agentsPath, { key }));
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 200, 429]);
    const { body, headers } = await api.send('GET', keysPath, { key });
    expect(body.error.code).toBe('rate_limited');
    expect(headers).toMatchObject({ 'retry-after': '30', 'x-ratelimit-remaining': '0' });
    const text = `update rate_limits set measured_at = measured_at - interval '30 s'`;
    await api.database.asSystem().execute({ text });
    await api.clock.advance(30_000);
    expect((await api.send('GET', agentsPath, { key })).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  const create = (key: string, body: unknown) =>
    api.send('POST', agentsPath, { body, headers: { 'idempotency-key': key } });

  it('replays the first response', async () => {
    const first = await create('one', { name: 'Once', metadata: { a: 1, b: 2 } });
    const repeated = await create('one', { metadata: { b: 2, a: 1 }, name: 'Once' });
    expect(repeated.body).toEqual(first.body);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it('replays an error response', async () => {
    const first = await create('two', { nmae: 'x' });
    const repeated = await create('two', { nmae: 'x' });
    expect([first.status, repeated.status]).toEqual([400, 400]);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
  });

  it('is rejected with a different body', async () => {
    await create('three', { name: 'x' });
    expect((await create('three', { name: 'y' })).body.code).toBe('idempotency_key_reused');
  });

  it.each(['', 'has space', 'ü', 'x'.repeat(256)])('is rejected as %j', async (key) => {
    expect((await create(key, { name: 'x' })).body.code).toBe('invalid_idempotency_key');
  });

  it('has one effect for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => create('race', { name: 'Racer' })));
    const { body } = await api.send('GET', `${agentsPath}?search=Racer`);
    expect(body.data.total).toBe(1);
    expect(
      responses.every(({ status, body }) => status === 200 || body.code === 'idempotency_in_progress'),
    ).toBe(true);
  });

  it('can be used by two workspaces independently', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const headers = { 'idempotency-key': 'shared' };
    const own = await api.send('POST', agentsPath, { body: { name: 'x' }, headers });
    const foreign = await api.send('POST', agentsPath, {
      body: { name: 'x' },
      headers,
      key: otherWorkspace.key,
    });
    expect(foreign.body.id).not.toBe(own.body.id);
  });
});

describe('the audit log', () => {
  it('has the actor and the action of each change', async () => {
    const created = await api.send('POST', agentsPath, { body: { name: 'Audited' } });
    const rows = await api.database.asSystem().rows(
      {
        text: `select action, actor_type as "actorType", request_id as "requestId" from audit_log where subject_id = $1`,
      },
      [created.body.id],
    );
    expect(rows).toEqual([
      { action: 'createAgent', actorType: 'key', requestId: created.headers['x-request-id'] },
    ]);
  });
});

describe('the outbox', () => {
  it('has an event for each change, in order', async () => {
    const { body: agent } = await api.send('POST', agentsPath, { body: { name: 'First' } });
    await api.send('PATCH', `${agentsPath}/${agent.id}`, { body: { name: 'Second' } });
    await api.send('DELETE', `${agentsPath}/${agent.id}`);
    const rows = await api.database
      .asSystem()
      .rows<{ type: string; data: object }>(
        { text: `select type, data from events where subject_id = $1 order by sequence` },
        [agent.id],
      );
    expect(rows).toMatchObject([
      { type: 'agent.created', data: { agentId: agent.id, name: 'First', version: 1 } },
      { type: 'agent.updated', data: { name: 'Second', version: 2 } },
      { type: 'agent.deleted', data: { agentId: agent.id, sequence: 3 } },
    ]);
  });

  it('has no event for a rejected change', async () => {
    const before = await countEvents();
    await api.send('POST', agentsPath, { body: { name: 'x', phoneNumber: '+12025550100' } });
    expect(await countEvents()).toBe(before);
  });

  const countEvents = async () =>
    (await api.database.asSystem().row<{ total: number }>({ text: 'select count(*) as total from events' }))!
      .total;
});

describe('health', () => {
  it('is returned without a key', async () => {
    expect((await api.send('GET', '/health/live', { key: null })).body).toEqual({ status: 'ok' });
    const ready = await api.send('GET', '/health/ready', { key: null });
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: [{ name: 'database', ok: true }] },
    });
  });

  it('names the failing component to every client, and the cause only to the operator', async () => {
    const request = async (headers: Record<string, string>) =>
      (await api.app.inject({ url: '/health/ready', remoteAddress: '203.0.113.7', headers })).json();
    expect((await request({})).checks).toEqual([{ name: 'database', ok: true }]);
    const { checks } = await request({ authorization: 'Bearer a-token-of-the-test' });
    expect(checks).toEqual([{ name: 'database', ok: true, detail: 'answers' }]);
  });

  it('checks the components at most once per second', async () => {
    await api.clock.advance(1_000);
    const before = api.node.healthChecks;
    await Promise.all(Array.from({ length: 5 }, () => api.send('GET', '/health/ready')));
    expect(api.node.healthChecks).toBe(before + 1);
    await api.clock.advance(1_000);
    await api.send('GET', '/health/ready');
    expect(api.node.healthChecks).toBe(before + 2);
  });

  it('returns 503 while the node drains', async () => {
    api.node.draining = true;
    const ready = await api.send('GET', '/health/ready');
    api.node.draining = false;
    expect(ready).toMatchObject({ status: 503, body: { status: 'draining' } });
  });
});

describe('metrics', () => {
  it('are returned to requests from this machine without a token', async () => {
    const { status, body } = await api.send('GET', '/metrics', { key: null });
    expect(status).toBe(200);
    expect(body).toContain('parley_calls_active 3');
    expect(body).toMatch(/parley_http_request_seconds_count\{operation="listAgents",status="200"\} \d+/);
  });

  it('are not returned to other Host headers, so that DNS rebinding fails', async () => {
    const request = (host: string) => api.app.inject({ url: '/metrics', headers: { host } });
    expect((await request('evil.example:3000')).statusCode).toBe(404);
    expect((await request('127.0.0.1.evil.example')).statusCode).toBe(404);
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await request(host)).statusCode).toBe(200);
    const token = { host: 'parley.example', authorization: 'Bearer a-token-of-the-test' };
    expect((await api.app.inject({ url: '/metrics', headers: token })).statusCode).toBe(200);
    const ready = await api.app.inject({ url: '/health/ready', headers: { host: 'evil.example' } });
    expect(ready.json().checks).toEqual([{ name: 'database', ok: true }]);
  });

  it('are returned to other addresses only with the token', async () => {
    const request = (headers: Record<string, string>) =>
      api.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers });
    expect((await request({})).statusCode).toBe(404);
    expect((await request({ authorization: 'Bearer wrong' })).statusCode).toBe(404);
    expect((await request({ authorization: 'Bearer a-token-of-the-test' })).statusCode).toBe(200);
    const proxied = await api.send('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(proxied.status).toBe(404);
  });
});

describe('an unexpected error', () => {
  it('returns internal_error without details of the cause', async () => {
    const apiWithoutDatabase = await createTestApi();
    await apiWithoutDatabase.database.close();
    const { status, body } = await apiWithoutDatabase.send('GET', agentsPath);
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'Internal error', code: 'internal_error' });
    expect(body.details).toBe(problems.internal_error.text);
    await apiWithoutDatabase.close();
  });
});

describe('a raw HTTP connection', () => {
  let port: number;
  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  /** Sends the text and returns everything received until the server closes the connection. */
  async function exchange(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  }

  it('returns 400 to invalid HTTP and closes the connection', async () => {
    const response = await exchange('GARBAGE\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toMatch(/\r\nX-Request-Id: req_.*\{"error":"Bad request".*"code":"invalid_http"/s);
  });

  it.each([
    [agentsPath, /\{"error":"Bad request","details":"The Expect header .*"code":"invalid_http"/],
    [keysPath, /\{"error":\{"code":"invalid_http","message":"The Expect header /],
  ])('returns 400 to an unsupported Expect header at %s', async (path, body) => {
    const response = await exchange(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toMatch(body);
  });
});
