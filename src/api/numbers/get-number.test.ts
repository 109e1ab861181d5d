import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /v1/api/telephony/numbers/{numberId}: 200', () => {
  it('returns the number', async () => {
    const created = await api.send('POST', '/v1/api/telephony/numbers', {
      body: { phoneNumber: '+12025550111' },
    });
    const { status, body } = await api.send('GET', `/v1/api/telephony/numbers/${created.body.id}`);
    expect(status).toBe(200);
    expect(body).toEqual(created.body);
  });
});

describe('GET /v1/api/telephony/numbers/{numberId}: 404', () => {
  it('returns 404 for an unknown id', async () => {
    const { status, body } = await api.send(
      'GET',
      '/v1/api/telephony/numbers/num_01KAT0000000000000000000AA',
    );
    expect(status).toBe(404);
    expect(body.error.code).toBe('number_not_found');
  });
});
