import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const target = '/v1/api/telephony/inventory';

const addToInventory = async (phoneNumber: string): Promise<string> => {
  await api.send('POST', target, { body: { numbers: [{ phoneNumber }] } });
  const { body } = await api.send('GET', `${target}?phoneNumber=${encodeURIComponent(phoneNumber)}`);
  return body.data.numbers[0].id;
};

describe('DELETE /v1/api/telephony/inventory/{numberId}: 200', () => {
  it('removes the number', async () => {
    const id = await addToInventory('+12125550101');
    expect((await api.send('DELETE', `${target}/${id}`)).body).toEqual({ id, deleted: true });
    expect((await api.send('DELETE', `${target}/${id}`)).status).toBe(404);
  });
});

describe('DELETE /v1/api/telephony/inventory/{numberId}: 400', () => {
  it('rejects an acquired number', async () => {
    const id = await addToInventory('+12125550102');
    await api.send('POST', '/v1/api/telephony/numbers', { body: { phoneNumber: '+12125550102' } });
    const { status, body } = await api.send('DELETE', `${target}/${id}`);
    expect([status, body.error.code]).toEqual([400, 'resource_in_use']);
  });
});

describe('DELETE /v1/api/telephony/inventory/{numberId}: 404', () => {
  it('returns 404 for a number of another workspace', async () => {
    const id = await addToInventory('+12125550103');
    const { key } = await seedOtherWorkspace(api);
    const { status, body } = await api.send('DELETE', `${target}/${id}`, { key });
    expect([status, body.error.code]).toEqual([404, 'number_not_found']);
  });
});
