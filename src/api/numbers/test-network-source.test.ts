import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ testNumbers: true });
});
afterAll(() => api.close());

const search = (query: string, options: object = {}) =>
  api.send('GET', `/v1/api/telephony/available-numbers?${query}`, { workspace: api.workspaceId, ...options });

const acquire = (body: object) => api.send('POST', '/v1/api/telephony/numbers', { body });

const numbersOf = (body: { numbers: readonly { phoneNumber: string }[] }): string[] =>
  body.numbers.map(({ phoneNumber }) => phoneNumber);

describe('numbers of the test network', () => {
  it('are offered if there are no others, with their source and all filters', async () => {
    const { status, body } = await search('country=US&type=local&limit=2');
    expect(status).toBe(200);
    expect(body).toEqual({
      numbers: [
        {
          phoneNumber: '+12025550100',
          friendlyName: 'Test number +1 202 555 0100',
          locality: expect.any(String),
          region: expect.any(String),
          source: 'test-network',
        },
        expect.objectContaining({ phoneNumber: '+12025550101' }),
      ],
      filters: { supported: ['contains', 'areaCode'] },
    });
  });

  it.each([
    ['country=US&type=local&areaCode=415&contains=0177', ['+14155550177']],
    ['country=CA&type=local&areaCode=416&limit=1', ['+14165550100']],
    ['country=US&type=tollFree&areaCode=800&limit=1', ['+18005550100']],
    ['country=US&type=local&areaCode=416', []],
    ['country=US&type=mobile', []],
    ['country=GB&type=mobile&limit=1', ['+447700900000']],
    ['country=GB&type=local&areaCode=161&limit=1', ['+441614960000']],
    [
      'country=AU&contains=570*56',
      [
        '+61491570056',
        '+61491570156',
        '+61491570256',
        '+61491570356',
        '+61491570456',
        '+61491570556',
        '+61491570656',
        '+61491570756',
        '+61491570856',
        '+61491570956',
      ],
    ],
    ['country=DE&type=local&areaCode=30&limit=1', ['+493023125000']],
    ['country=DE&type=mobile&limit=1', ['+491713920000']],
    ['country=FR&type=local', []],
  ])('are found with %s', async (query, numbers) => {
    const { status, body } = await search(query);
    expect([status, numbersOf(body)]).toEqual([200, numbers]);
  });

  it('can be acquired for an agent without a number, and are not offered again', async () => {
    const agent = await api.send('POST', '/api/v1/agents', { body: { name: 'Caller' } });
    const request = { phoneNumber: '+13035550142', source: 'test-network', agentId: agent.body.id };
    const { status, body } = await acquire(request);
    expect([status, body]).toMatchObject([
      200,
      { source: 'test-network', friendlyName: 'Test number +1 303 555 0142', country: 'US', type: 'local' },
    ]);
    const caller = await api.send('GET', `/api/v1/agents/${agent.body.id}`);
    expect(caller.body.phoneNumber).toBe('+13035550142');
    expect(numbersOf((await search('country=US&type=local&contains=3035550142')).body)).toEqual([]);
    expect((await acquire(request)).body.error.code).toBe('number_taken');
  });

  it('can be acquired only from the fictional ranges', async () => {
    const { status, body } = await acquire({ phoneNumber: '+12125551234', source: 'test-network' });
    expect([status, body.error.code]).toEqual([400, 'number_not_available']);
  });

  it('are offered only to workspaces without numbers in their inventory', async () => {
    const numbers = [{ phoneNumber: '+442079460018' }];
    await api.send('POST', '/v1/api/telephony/inventory', { body: { numbers } });
    const { body } = await search('country=US&type=local');
    expect(body).toEqual({ numbers: [], filters: { supported: ['contains', 'areaCode'] } });
    const otherWorkspace = await seedOtherWorkspace(api);
    const other = await search('country=US&type=local&limit=1', {
      key: otherWorkspace.key,
      workspace: otherWorkspace.workspaceId,
    });
    expect(numbersOf(other.body)).toEqual(['+12025550100']);
  });
});
