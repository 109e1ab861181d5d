import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('DELETE /v1/api/keys/{keyId}: 200', () => {
  it('revokes the key at once, and returns the same response when repeated', async () => {
    const made = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'read-only' } });
    const revoked = await api.send('DELETE', `/v1/api/keys/${made.body.id}`);
    expect(revoked).toMatchObject({
      status: 200,
      body: { id: made.body.id, revokedAt: '2026-01-05T12:00:00.000Z' },
    });
    const refused = await api.send('GET', '/api/v1/agents', { key: made.body.apiKey });
    expect(refused).toMatchObject({ status: 401, body: { code: 'api_key_revoked' } });
    await api.clock.advance(5000);
    expect((await api.send('DELETE', `/v1/api/keys/${made.body.id}`)).body).toEqual(revoked.body);
  });
});
