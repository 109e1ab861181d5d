import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../core/problems.ts';
import { createTestApi, seedStranger, type TestApi } from '../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const agents = '/api/v1/agents';
const keys = '/v1/api/keys';

it('a connection that cannot be accepted does not end the process', async () => {
  expect(api.app.server.emit('error', new Error('accept EMFILE'))).toBe(true);
  expect((await api.send('GET', agents)).status).toBe(200);
});

describe('every answer', () => {
  it('carries a request id that an error repeats', async () => {
    const fine = await api.send('GET', agents);
    expect(fine.headers['x-request-id']).toMatch(/^req_/);
    const flat = await api.send('GET', `${agents}/agent_x`);
    expect(flat.body.requestId).toBe(flat.headers['x-request-id']);
    const nested = await api.send('GET', `${keys}/key_x`);
    expect(nested.body.error.requestId).toBe(nested.headers['x-request-id']);
  });

  it('carries the rate limit, whoever asks', async () => {
    const fine = await api.send('GET', agents);
    expect(fine.headers).toMatchObject({
      'ratelimit-policy': '"workspace";q=1000000;w=60',
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    const stranger = await api.send('GET', agents, { key: null });
    expect(stranger.headers['ratelimit-policy']).toContain('"address"');
  });

  it('has the shape of its family when it refuses', async () => {
    const flat = await api.send('GET', agents, { key: null });
    expect(flat.body).toEqual({
      error: 'Unauthorized',
      details: expect.any(String),
      code: 'missing_api_key',
      requestId: expect.any(String),
    });
    const nested = await api.send('GET', keys, { key: null });
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
    ['PATCH', agents],
    ['DELETE', agents],
    ['POST', `${agents}/agent_x`],
    ['GET', `${agents}/`],
    ['GET', '/api/v1/agents/%zz'],
  ] as const)('%s %s is 404', async (method, path) => {
    const { status, body } = await api.send(method, path);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toMatch(/not_found/);
  });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND'])('%s is 404 everywhere', async (method) => {
    const response = await api.app.inject({ method: method as 'PUT', url: agents });
    expect(response.statusCode).toBe(404);
  });
});

describe('an id that is too long to be one', () => {
  it('is unknown like any other', async () => {
    const answer = await api.send('GET', `${agents}/${'x'.repeat(8000)}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'agent_not_found' } });
    expect(await api.send('GET', `${agents}/${'x'.repeat(8000)}`, { key: null })).toMatchObject({
      status: 401,
    });
  });
});

describe('a path that does not exist', () => {
  it('counts against the limit of the key, or of the address', async () => {
    const key = await api.makeKey({ requestsPerMinute: 2 });
    const ask = (sent: object) => api.send('GET', '/api/v1/nothing', sent);
    const lost = await ask({ key });
    expect(lost.headers).toMatchObject({
      'ratelimit-policy': '"key";q=2;w=60',
      'x-ratelimit-remaining': '1',
    });
    await ask({ key });
    expect(await ask({ key })).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    for (const unknown of [null, 'sk_live_x']) {
      const stranger = await ask({ key: unknown });
      expect(stranger.status).toBe(404);
      expect(stranger.headers['ratelimit-policy']).toContain('"address"');
    }
  });
});

describe('a body', () => {
  const post = (payload: string, headers: Record<string, string>) =>
    api.send('POST', agents, { body: payload, headers });

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['another JSON', { 'content-type': 'application/json-patch+json' }],
    ['compression', { 'content-encoding': 'gzip' }],
  ])('is refused as %s', async (_what, headers) => {
    const { status, body } = await post('{"name":"x"}', headers);
    expect(status).toBe(400);
    expect(body.code).toBe('unsupported_media_type');
  });

  it('is refused without a content type', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: agents,
      headers: { 'x-api-key': api.key },
      payload: Buffer.from('{"name":"x"}'),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('may say its charset', async () => {
    const { status } = await post('{"name":"x"}', { 'content-type': 'application/json; charset=UTF-8' });
    expect(status).toBe(200);
  });

  it.each([
    ['syntax', '{"name":'],
    ['a name twice', '{"name":"a","name":"b"}'],
    ['a NUL', '{"name":"a\\u0000"}'],
    ['depth', `{"metadata":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
  ])('is refused for %s', async (_what, payload) => {
    const { status, body } = await post(payload, {});
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_json');
  });

  it.each(['[]', '"text"', 'null', '7', ''])('of %s is not what is asked for', async (payload) => {
    const { status, body } = await post(payload, {});
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_request');
  });

  it('over a mebibyte is refused', async () => {
    const { status, body } = await post(
      JSON.stringify({ name: 'x', personality: 'y'.repeat(1_100_000) }),
      {},
    );
    expect(status).toBe(400);
    expect(body.code).toBe('body_too_large');
    expect(body.details).toContain('larger than 1 MiB');
  });

  it('need not be there, but its header may say JSON only', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await api.send('GET', agents, { headers: json })).status).toBe(200);
    const other = await api.send('GET', agents, { headers: { 'content-type': 'text/html' } });
    expect(other).toMatchObject({ status: 400, body: { code: 'unsupported_media_type' } });
  });
});

describe('the workspace', () => {
  it('is told by every answer to a key that holds, be it a refusal or not', async () => {
    const key = await api.makeKey({ scopes: ['flows:read'] });
    const answers = await Promise.all([agents, '/api/v1/flows'].map((url) => api.send('GET', url, { key })));
    expect(answers.map(({ status }) => status)).toEqual([403, 200]);
    for (const { headers } of answers) expect(headers['x-workspace-id']).toBe(api.workspaceId);
    expect((await api.send('GET', agents, { key: null })).headers['x-workspace-id']).toBeUndefined();
  });

  it('is the home of the key, or the one that the header names', async () => {
    const stranger = await seedStranger(api);
    const key = await api.makeKey({ workspaceIds: [stranger.workspaceId] });
    const home = await api.send('GET', `${agents}/${api.agent.id}`, { key });
    expect(home.status).toBe(200);
    const away = await api.send('GET', `${agents}/${stranger.agent.id}`, {
      key,
      workspace: stranger.workspaceId,
    });
    expect(away.status).toBe(200);
    const mixed = await api.send('GET', `${agents}/${stranger.agent.id}`, { key });
    expect(mixed.status).toBe(404);
  });

  it('that is closed and one that does not exist are answered alike', async () => {
    const stranger = await seedStranger(api);
    const closed = await api.send('GET', agents, { workspace: stranger.workspaceId });
    const unknown = await api.send('GET', agents, { workspace: 'ws_01KAT0000000000000000000AA' });
    const same = { requestId: '' };
    expect({ ...closed.body, ...same }).toEqual({ ...unknown.body, ...same });
    expect(closed).toMatchObject({ status: 403, body: { code: 'workspace_forbidden' } });
  });
});

describe('the rate limit', () => {
  it('refuses what is over it, and tells when to come again', async () => {
    const key = await api.makeKey({ requestsPerMinute: 2 });
    const answers = [1, 2, 3].map(() => api.send('GET', agents, { key }));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted((left, right) => left - right)).toEqual([200, 200, 429]);
    const { body, headers } = await api.send('GET', keys, { key });
    expect(body.error.code).toBe('rate_limited');
    expect(headers).toMatchObject({ 'retry-after': '30', 'x-ratelimit-remaining': '0' });
    const text = `update rate_limits set measured_at = measured_at - interval '30 s'`;
    await api.database.asSystem().execute({ text });
    await api.clock.advance(30_000);
    expect((await api.send('GET', agents, { key })).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  const create = (key: string, body: unknown) =>
    api.send('POST', agents, { body, headers: { 'idempotency-key': key } });

  it('gives the first answer again', async () => {
    const first = await create('one', { name: 'Once', metadata: { a: 1, b: 2 } });
    const again = await create('one', { metadata: { b: 2, a: 1 }, name: 'Once' });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
  });

  it('gives a refusal again too', async () => {
    const first = await create('two', { nmae: 'x' });
    const again = await create('two', { nmae: 'x' });
    expect([first.status, again.status]).toEqual([400, 400]);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('is refused with another body', async () => {
    await create('three', { name: 'x' });
    expect((await create('three', { name: 'y' })).body.code).toBe('idempotency_key_reused');
  });

  it.each(['', 'has space', 'ü', 'x'.repeat(256)])('is refused as %j', async (key) => {
    expect((await create(key, { name: 'x' })).body.code).toBe('invalid_idempotency_key');
  });

  it('lets one of many at once through', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('race', { name: 'Racer' })));
    const { body } = await api.send('GET', `${agents}?search=Racer`);
    expect(body.data.total).toBe(1);
    expect(
      answers.every(({ status, body }) => status === 200 || body.code === 'idempotency_in_progress'),
    ).toBe(true);
  });

  it('belongs to its workspace', async () => {
    const stranger = await seedStranger(api);
    const headers = { 'idempotency-key': 'shared' };
    const ours = await api.send('POST', agents, { body: { name: 'x' }, headers });
    const theirs = await api.send('POST', agents, { body: { name: 'x' }, headers, key: stranger.key });
    expect(theirs.body.id).not.toBe(ours.body.id);
  });
});

describe('the audit log', () => {
  it('says who changed what', async () => {
    const made = await api.send('POST', agents, { body: { name: 'Audited' } });
    const rows = await api.database.asSystem().rows(
      {
        text: `select action, actor_type as "actorType", request_id as "requestId" from audit_log where subject_id = $1`,
      },
      [made.body.id],
    );
    expect(rows).toEqual([
      { action: 'createAgent', actorType: 'key', requestId: made.headers['x-request-id'] },
    ]);
  });
});

describe('the outbox', () => {
  it('has an event for each change, in order', async () => {
    const { body: agent } = await api.send('POST', agents, { body: { name: 'Told' } });
    await api.send('PATCH', `${agents}/${agent.id}`, { body: { name: 'Retold' } });
    await api.send('DELETE', `${agents}/${agent.id}`);
    const rows = await api.database
      .asSystem()
      .rows<{ type: string; data: object }>(
        { text: `select type, data from events where subject_id = $1 order by sequence` },
        [agent.id],
      );
    expect(rows).toMatchObject([
      { type: 'agent.created', data: { agentId: agent.id, name: 'Told', version: 1 } },
      { type: 'agent.updated', data: { name: 'Retold', version: 2 } },
      { type: 'agent.deleted', data: { agentId: agent.id } },
    ]);
  });

  it('has none for a change that was refused', async () => {
    const before = await countEvents();
    await api.send('POST', agents, { body: { name: 'x', phoneNumber: '+12025550100' } });
    expect(await countEvents()).toBe(before);
  });

  const countEvents = async () =>
    (await api.database.asSystem().row<{ total: number }>({ text: 'select count(*) as total from events' }))!
      .total;
});

describe('health', () => {
  it('is told without a key', async () => {
    expect((await api.send('GET', '/health/live', { key: null })).body).toEqual({ status: 'ok' });
    const ready = await api.send('GET', '/health/ready', { key: null });
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: [{ name: 'database', ok: true }] },
    });
  });

  it('tells strangers which part is ill, and only the operator why', async () => {
    const ask = async (headers: Record<string, string>) =>
      (await api.app.inject({ url: '/health/ready', remoteAddress: '203.0.113.7', headers })).json();
    expect((await ask({})).checks).toEqual([{ name: 'database', ok: true }]);
    const { checks } = await ask({ authorization: 'Bearer a-token-of-the-test' });
    expect(checks).toEqual([{ name: 'database', ok: true, detail: 'answers' }]);
  });

  it('looks at the parts once a second at most, however often it is asked', async () => {
    await api.clock.advance(1_000);
    const before = api.node.healthChecks;
    await Promise.all(Array.from({ length: 5 }, () => api.send('GET', '/health/ready')));
    expect(api.node.healthChecks).toBe(before + 1);
    await api.clock.advance(1_000);
    await api.send('GET', '/health/ready');
    expect(api.node.healthChecks).toBe(before + 2);
  });

  it('is 503 while draining', async () => {
    api.node.draining = true;
    const ready = await api.send('GET', '/health/ready');
    api.node.draining = false;
    expect(ready).toMatchObject({ status: 503, body: { status: 'draining' } });
  });
});

describe('metrics', () => {
  it('are for this machine', async () => {
    const { status, body } = await api.send('GET', '/metrics', { key: null });
    expect(status).toBe(200);
    expect(body).toContain('parley_calls_active 3');
    expect(body).toMatch(/parley_http_request_seconds_count\{operation="listAgents",status="200"\} \d+/);
  });

  it('are not for a page whose name was rebound to this machine', async () => {
    const ask = (host: string) => api.app.inject({ url: '/metrics', headers: { host } });
    expect((await ask('evil.example:3000')).statusCode).toBe(404);
    expect((await ask('127.0.0.1.evil.example')).statusCode).toBe(404);
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await ask(host)).statusCode).toBe(200);
    const token = { host: 'parley.example', authorization: 'Bearer a-token-of-the-test' };
    expect((await api.app.inject({ url: '/metrics', headers: token })).statusCode).toBe(200);
    const ready = await api.app.inject({ url: '/health/ready', headers: { host: 'evil.example' } });
    expect(ready.json().checks).toEqual([{ name: 'database', ok: true }]);
  });

  it('are for whoever has the token, and for nobody else', async () => {
    const ask = (headers: Record<string, string>) =>
      api.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers });
    expect((await ask({})).statusCode).toBe(404);
    expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(404);
    expect((await ask({ authorization: 'Bearer a-token-of-the-test' })).statusCode).toBe(200);
    const proxied = await api.send('GET', '/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(proxied.status).toBe(404);
  });
});

describe('an unforeseen fault', () => {
  it('shows nothing of what is inside', async () => {
    const closing = await createTestApi();
    await closing.database.close();
    const { status, body } = await closing.send('GET', agents);
    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'Internal error', code: 'internal_error' });
    expect(body.details).toBe(problems.internal_error.text);
    await closing.close();
  });
});

describe('over a socket', () => {
  let port: number;
  beforeAll(async () => {
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = api.app.server.address() as AddressInfo);
  });

  /** The whole answer to these lines; the connection is closed after it. */
  async function answerTo(text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(text);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  }

  it('answers 400 to what is not HTTP, and cuts it off', async () => {
    const answer = await answerTo('GARBAGE\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nX-Request-Id: req_.*\{"error":"Bad request".*"code":"invalid_http"/s);
  });

  it.each([
    [agents, /\{"error":"Bad request","details":"The Expect header .*"code":"invalid_http"/],
    [keys, /\{"error":\{"code":"invalid_http","message":"The Expect header /],
  ])('answers 400 to an expectation that it does not know, at %s', async (path, body) => {
    const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(body);
  });
});
