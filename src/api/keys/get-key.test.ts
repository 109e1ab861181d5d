import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /v1/api/keys/{keyId}: 200', () => {
  it('returns the permissions of the key, never the key', async () => {
    const created = await api.send('POST', '/v1/api/keys', { body: { name: 'x', scopes: ['calls:read'] } });
    const { status, body } = await api.send('GET', `/v1/api/keys/${created.body.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: created.body.id,
      scopes: ['calls:read'],
      preset: null,
      revokedAt: null,
    });
    expect(body).not.toHaveProperty('apiKey');
  });
});

describe('GET /v1/api/keys/{keyId}: 404', () => {
  it('returns 404 for an unknown id', async () => {
    const { status, body } = await api.send('GET', '/v1/api/keys/key_01KAT0000000000000000000AA');
    expect(status).toBe(404);
    expect(body.error.code).toBe('key_not_found');
  });
});
