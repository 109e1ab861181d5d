import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.send('POST', '/v1/api/telephony/numbers', {
    body: { phoneNumber: '+12025550111', agentId: api.agent.id },
  });
  await api.send('POST', '/v1/api/telephony/numbers', {
    body: { phoneNumber: '+447700900111', friendlyName: 'London' },
  });
});
afterAll(() => api.close());

describe('GET /v1/api/telephony/numbers: 200', () => {
  it.each([
    ['', ['+12025550111', '+447700900111']],
    ['?country=US', ['+12025550111']],
    ['?search=london', ['+447700900111']],
    ['?search=0111', ['+12025550111', '+447700900111']],
    ['?status=inactive', []],
  ])('filters by %s', async (query, numbers) => {
    const { status, body } = await api.send('GET', `/v1/api/telephony/numbers${query}`);
    expect(status).toBe(200);
    const found = body.data.numbers.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber);
    expect(found.sort()).toEqual(numbers);
  });

  it('filters by agent', async () => {
    const { body } = await api.send('GET', `/v1/api/telephony/numbers?agentId=${api.agent.id}`);
    expect(body.data.total).toBe(1);
  });
});

describe('GET /v1/api/telephony/numbers: 400', () => {
  it('returns the nested error shape', async () => {
    const { status, body } = await api.send('GET', '/v1/api/telephony/numbers?limit=0');
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_query', fields: [{ path: 'limit' }] } });
  });
});
