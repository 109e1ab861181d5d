import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('DELETE /v1/api/keys/{keyId}: 200', () => {
  it('revokes the key immediately, and returns the same response when repeated', async () => {
    const created = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'read-only' } });
    const revoked = await api.send('DELETE', `/v1/api/keys/${created.body.id}`);
    expect(revoked).toMatchObject({
      status: 200,
      body: { id: created.body.id, revokedAt: '2026-01-05T12:00:00.000Z' },
    });
    const rejected = await api.send('GET', '/api/v1/agents', { key: created.body.apiKey });
    expect(rejected).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } });
    await api.clock.advance(5000);
    expect((await api.send('DELETE', `/v1/api/keys/${created.body.id}`)).body).toEqual(revoked.body);
  });
});
