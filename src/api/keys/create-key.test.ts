import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { isWellFormedApiKey } from '../../domain/api-key.ts';
import { presets } from '../../domain/scopes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (body: unknown, options: object = {}) =>
  api.send('POST', '/v1/api/keys', { body, ...options });

describe('POST /v1/api/keys: 200', () => {
  it('creates a working key, and returns it only once', async () => {
    const { status, body } = await create({ name: 'CI', preset: 'read-only', mode: 'test' });
    expect(status).toBe(200);
    expect(isWellFormedApiKey(body.apiKey)).toBe(true);
    expect(body).toMatchObject({
      name: 'CI',
      prefix: 'sk_test_',
      lastFour: body.apiKey.slice(-4),
      preset: 'read-only',
      scopes: [...presets['read-only']],
      expiresAt: null,
      limits: { requestsPerMinute: null, concurrentCalls: null },
    });
    expect((await api.send('GET', '/api/v1/agents', { key: body.apiKey })).status).toBe(200);
    const listed = await api.send('GET', `/v1/api/keys/${body.id}`);
    expect(JSON.stringify(listed.body)).not.toContain(body.apiKey);
  });

  it('enforces the allowed addresses and the expiry of the key', async () => {
    const elsewhere = await create({ name: 'x', preset: 'full', allowedIps: ['203.0.113.0/24'] });
    const rejected = await api.send('GET', '/api/v1/agents', { key: elsewhere.body.apiKey });
    expect(rejected).toMatchObject({ status: 403, body: { code: 'ip_not_allowed' } });
    const temporary = await create({ name: 'x', preset: 'full', expiresAt: '2026-01-05T13:00:01+01:00' });
    await api.clock.advance(1_000);
    expect((await api.send('GET', '/api/v1/agents', { key: temporary.body.apiKey })).body.code).toBe(
      'api_key_expired',
    );
  });

  it('returns the same key again for one Idempotency-Key, only to the same caller', async () => {
    const headers = { 'idempotency-key': 'create-key' };
    const first = await create({ name: 'Once', preset: 'read-only' }, { headers });
    const repeated = await create({ preset: 'read-only', name: 'Once' }, { headers });
    expect(repeated.body).toEqual(first.body);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    const other = await create(
      { name: 'Once', preset: 'read-only' },
      { headers, key: await api.createKey() },
    );
    expect(other).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_reused' } } });
    const rows = await api.database.asSystem().rows<{ body: string }>({
      text: 'select response_body as body from idempotency_records',
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]!.body).not.toContain('sk_');
  });
});

describe('POST /v1/api/keys: 400', () => {
  it.each([
    [{ name: 'x' }, 'scopes'],
    [{ nmae: 'x' }, 'scopes'],
    [{ name: 'x', preset: 'full', scopes: ['agents:read'] }, 'scopes'],
    [{ name: 'x', scopes: ['agents:fly'] }, 'scopes[0]'],
    [{ name: 'x', preset: 'root' }, 'preset'],
    [{ name: 'x', preset: 'full', allowedIps: ['10.0.0.0/40'] }, 'allowedIps[0]'],
    [{ name: 'x', preset: 'full', expiresAt: 'soon' }, 'expiresAt'],
    [{ name: 'x', preset: 'full', expiresAt: '2026-01-05T13:00:00+01:00' }, 'expiresAt'],
    [{ nmae: 'x', preset: 'full', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('rejects %j', async (body, path) => {
    const response = await create(body);
    expect(response.status).toBe(400);
    expect(response.body.error.fields.map((field: { path: string }) => field.path)).toContain(path);
  });
});

describe('POST /v1/api/keys: 403', () => {
  it('rejects scopes that the caller does not have, and reports them', async () => {
    const key = await api.createKey({ scopes: ['keys:write', 'agents:read'] });
    expect((await create({ name: 'x', scopes: ['agents:read'] }, { key })).status).toBe(200);
    const { status, body } = await create({ name: 'x', scopes: ['agents:read', 'calls:place'] }, { key });
    expect(status).toBe(403);
    expect(body.error.code).toBe('insufficient_scope');
    expect(body.error.message).toContain('calls:place');
  });

  const callerExpiresAt = '2026-06-01T00:00:00.000Z';
  const restrictions = {
    allowedIps: ['127.0.0.0/8'],
    expiresAt: new Date(callerExpiresAt),
    requestsPerMinute: 50,
    concurrentCalls: 2,
  };
  const grantableRestrictions = {
    allowedIps: ['127.0.0.1'],
    expiresAt: callerExpiresAt,
    limits: { requestsPerMinute: 50, concurrentCalls: 1 },
  };

  it.each([
    ['the expiry', { expiresAt: null }, `validity after ${callerExpiresAt}`],
    ['the expiry', { expiresAt: '2026-06-01T00:00:01Z' }, `validity after ${callerExpiresAt}`],
    ['the allowed IP addresses', { allowedIps: [] }, 'use outside 127.0.0.0/8'],
    ['the allowed IP addresses', { allowedIps: ['127.0.0.1', '10.0.0.1'] }, 'use outside 127.0.0.0/8'],
    ['the request limit', { limits: { concurrentCalls: 1 } }, 'more than 50 requests per minute'],
    [
      'the limit of concurrent calls',
      { limits: { requestsPerMinute: 1, concurrentCalls: 3 } },
      'more than 2 concurrent calls',
    ],
  ])('rejects a new key that exceeds %s of the caller: %j', async (_, change, excess) => {
    const key = await api.createKey(restrictions);
    const body = { name: 'x', preset: 'read-only', ...grantableRestrictions };
    expect((await create(body, { key })).status).toBe(200);
    const rejected = await create({ ...body, ...change }, { key });
    expect(rejected.status).toBe(403);
    expect(rejected.body.error.code).toBe('insufficient_scope');
    expect(rejected.body.error.message).toContain(excess);
  });

  it('rejects a workspace that the key cannot access', async () => {
    const { workspaceId } = await seedOtherWorkspace(api);
    const { body } = await create({ name: 'x', preset: 'full', workspaceIds: [workspaceId] });
    expect(body.error.code).toBe('workspace_forbidden');
  });
});
