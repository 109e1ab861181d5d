import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const add = (numbers: unknown) => api.send('POST', '/v1/api/telephony/inventory', { body: { numbers } });
const total = async () => (await api.send('GET', '/v1/api/telephony/inventory')).body.data.total as number;

describe('POST /v1/api/telephony/inventory: 200', () => {
  it('adds new numbers and updates existing ones', async () => {
    const { status, body } = await add([
      { phoneNumber: '+12125550101', supplier: 'Acme', monthlyPriceUsd: 0.85 },
      { phoneNumber: '+18005550101', friendlyName: 'Free line' },
    ]);
    expect([status, body]).toEqual([200, { added: 2, updated: 0 }]);
    expect((await add([{ phoneNumber: '+12125550101' }])).body).toEqual({ added: 0, updated: 1 });
    const { body: found } = await api.send('GET', '/v1/api/telephony/inventory?type=tollFree');
    expect(found.data.numbers).toMatchObject([{ phoneNumber: '+18005550101', friendlyName: 'Free line' }]);
  });
});

describe('POST /v1/api/telephony/inventory: 400', () => {
  it('adds nothing if one number has a fault, and reports all faults', async () => {
    const before = await total();
    const { status, body } = await add([
      { phoneNumber: '+12125550102' },
      { phoneNumber: '2125550102', country: 'Italy' },
      { phoneNumber: '+12125550103', country: 'GB' },
    ]);
    expect(status).toBe(400);
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual([
      'numbers[1].phoneNumber',
      'numbers[1].country',
      'numbers[2].country',
    ]);
    expect(await total()).toBe(before);
  });

  it.each([
    [[], 'numbers'],
    [[{ phoneNumber: '+12125550104', city: 'Rome' }], 'numbers[0].city'],
    [[{ phoneNumber: '+12125550104', monthlyPriceUsd: 0.00001 }], 'numbers[0].monthlyPriceUsd'],
    [[{ phoneNumber: '+12125550104', type: 'fax' }], 'numbers[0].type'],
    [[{}], 'numbers[0].phoneNumber'],
    ['+12125550104', 'numbers'],
  ])('rejects %j', async (numbers, path) => {
    const { status, body } = await add(numbers);
    expect([status, body.error.fields.map((fault: { path: string }) => fault.path)]).toEqual([400, [path]]);
  });
});

describe('POST /v1/api/telephony/inventory: 403', () => {
  it('requires the write scope', async () => {
    const key = await api.createKey({ scopes: ['numbers:read', 'numbers:acquire'] });
    const { status } = await api.send('POST', '/v1/api/telephony/inventory', { body: { numbers: [] }, key });
    expect(status).toBe(403);
  });
});
