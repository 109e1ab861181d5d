import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /v1/api/keys: 200', () => {
  it('lists the keys of the workspace with prefix, last four characters and time of last use', async () => {
    await seedOtherWorkspace(api);
    await api.send('GET', '/v1/api/keys');
    await expect
      .poll(async () => (await api.send('GET', '/v1/api/keys')).body.data.keys[0].lastUsedAt)
      .not.toBeNull();
    const { body } = await api.send('GET', '/v1/api/keys');
    expect(body.data).toMatchObject({
      total: 1,
      keys: [{ prefix: 'sk_live_', lastFour: api.key.slice(-4) }],
    });
    expect(body.data.keys[0]).not.toHaveProperty('keyHash');
  });

  it('searches by name', async () => {
    await api.send('POST', '/v1/api/keys', { body: { name: 'Nightly build', preset: 'read-only' } });
    const { body } = await api.send('GET', '/v1/api/keys?search=night');
    expect(body.data.keys).toMatchObject([{ name: 'Nightly build' }]);
  });
});
