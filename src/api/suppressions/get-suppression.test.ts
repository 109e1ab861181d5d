import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
let created: { id: string };
beforeAll(async () => {
  api = await createTestApi();
  const { body } = await api.send('POST', '/v1/api/suppressions', { body: { address: 'ada@example.com' } });
  [created] = body.suppressions;
});
afterAll(() => api.close());

describe('GET /v1/api/suppressions/{suppressionId}: 200', () => {
  it('returns the suppression as it was added', async () => {
    const { status, body } = await api.send('GET', `/v1/api/suppressions/${created.id}`);
    expect([status, body]).toEqual([200, created]);
  });
});

describe('GET /v1/api/suppressions/{suppressionId}: 404', () => {
  it('returns 404 in another workspace', async () => {
    const { key } = await seedOtherWorkspace(api);
    const { status, body } = await api.send('GET', `/v1/api/suppressions/${created.id}`, { key });
    expect([status, body.error.code]).toEqual([404, 'suppression_not_found']);
  });
});
