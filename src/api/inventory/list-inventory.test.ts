import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const numbers = ['+12125550101', '+12125550102', '+442079460101'].map((phoneNumber) => ({ phoneNumber }));
  await api.send('POST', '/v1/api/telephony/inventory', { body: { numbers } });
  await api.send('POST', '/v1/api/telephony/numbers', { body: { phoneNumber: '+12125550102' } });
});
afterAll(() => api.close());

describe('GET /v1/api/telephony/inventory: 200', () => {
  it.each([
    ['', 3],
    ['?country=GB', 1],
    ['?type=mobile', 0],
    ['?status=acquired', 1],
    ['?status=available&country=US', 1],
    ['?phoneNumber=+12125550101', 1],
  ])('filters by %s', async (query, total) => {
    const { status, body } = await api.send('GET', `/v1/api/telephony/inventory${query}`);
    expect([status, body.data.total]).toEqual([200, total]);
  });

  it('continues after the cursor', async () => {
    const first = await api.send('GET', '/v1/api/telephony/inventory?limit=2');
    const cursor = encodeURIComponent(first.body.data.nextCursor);
    const second = await api.send('GET', `/v1/api/telephony/inventory?limit=2&cursor=${cursor}`);
    const ids = [...first.body.data.numbers, ...second.body.data.numbers].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('GET /v1/api/telephony/inventory: 400', () => {
  it('rejects an unknown type', async () => {
    const { status, body } = await api.send('GET', '/v1/api/telephony/inventory?type=fax');
    expect([status, body.error.code]).toEqual([400, 'invalid_query']);
  });
});
