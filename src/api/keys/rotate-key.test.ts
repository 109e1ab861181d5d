import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = async () =>
  (
    await api.send('POST', '/v1/api/keys', {
      body: { name: 'Rotating', scopes: ['agents:read'], mode: 'test' },
    })
  ).body;
const isAccepted = async (key: string) => (await api.send('GET', '/api/v1/agents', { key })).status === 200;

describe('POST /v1/api/keys/{keyId}/rotate: 200', () => {
  it('creates a key with the same permissions; both are valid during the overlap', async () => {
    const old = await create();
    const { status, body } = await api.send('POST', `/v1/api/keys/${old.id}/rotate`, {
      body: { overlapSeconds: 60 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Rotating', scopes: ['agents:read'], prefix: 'sk_test_' });
    expect(body.id).not.toBe(old.id);
    expect([await isAccepted(old.apiKey), await isAccepted(body.apiKey)]).toEqual([true, true]);
    await api.clock.advance(60_000);
    expect([await isAccepted(old.apiKey), await isAccepted(body.apiKey)]).toEqual([false, true]);
  });

  it('keeps the overlap of an earlier rotation of the same key, and the lifetime of the key', async () => {
    const expiresAt = new Date(api.clock.now() + 30 * 86_400_000).toISOString();
    const { body: old } = await api.send('POST', '/v1/api/keys', {
      body: { name: 'Twice', scopes: ['agents:read'], mode: 'test', expiresAt },
    });
    const path = `/v1/api/keys/${old.id}/rotate`;
    await api.send('POST', path, { body: { overlapSeconds: 7 * 86_400 } });
    const { body: second } = await api.send('POST', path, { body: { overlapSeconds: 60 } });
    expect(second.expiresAt).toBe(expiresAt);
    await api.clock.advance(61_000);
    expect([await isAccepted(old.apiKey), await isAccepted(second.apiKey)]).toEqual([true, true]);
    const { body: third } = await api.send('POST', path, { body: { overlapSeconds: 0 } });
    expect([await isAccepted(old.apiKey), await isAccepted(third.apiKey)]).toEqual([false, true]);
  });

  it('needs no body', async () => {
    const old = await create();
    const { status } = await api.send('POST', `/v1/api/keys/${old.id}/rotate`);
    expect(status).toBe(200);
    const { body } = await api.send('GET', `/v1/api/keys/${old.id}`);
    expect(Date.parse(body.expiresAt)).toBe(api.clock.now() + 86_400_000);
  });
});

describe('POST /v1/api/keys/{keyId}/rotate: 400', () => {
  it('rejects a revoked key', async () => {
    const old = await create();
    await api.send('DELETE', `/v1/api/keys/${old.id}`);
    const { status, body } = await api.send('POST', `/v1/api/keys/${old.id}/rotate`, { body: {} });
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_request');
  });

  it('creates no key if the old one is revoked concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const old = await create();
      const [rotated] = await Promise.all([
        api.send('POST', `/v1/api/keys/${old.id}/rotate`, { body: {} }),
        api.send('DELETE', `/v1/api/keys/${old.id}`),
      ]);
      const { body } = await api.send('GET', `/v1/api/keys/${old.id}`);
      // If the rotation came first, the old key has an expiry date; otherwise there is no new key.
      expect(rotated.status === 200).toBe(body.expiresAt !== null);
    }
  });
});

describe('POST /v1/api/keys/{keyId}/rotate: 403', () => {
  it('rejects rotating a key with more permissions than the caller', async () => {
    const old = await create();
    const key = await api.createKey({ scopes: ['keys:write'] });
    const { status, body } = await api.send('POST', `/v1/api/keys/${old.id}/rotate`, { body: {}, key });
    expect(status).toBe(403);
    expect(body.error.code).toBe('insufficient_scope');
  });

  it('rejects rotating a key without the restrictions of the caller', async () => {
    const old = await create();
    const key = await api.createKey({ allowedIps: ['127.0.0.1'] });
    const { status, body } = await api.send('POST', `/v1/api/keys/${old.id}/rotate`, { body: {}, key });
    expect(status).toBe(403);
    expect(body.error.message).toContain('use outside 127.0.0.1');
  });
});
