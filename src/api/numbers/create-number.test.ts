import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (body: unknown, key = api.key) => api.send('POST', '/v1/api/telephony/numbers', { body, key });

describe('POST /v1/api/telephony/numbers: 200', () => {
  it('adds a number with its looked-up details', async () => {
    const { status, body } = await create({ phoneNumber: '+12025550111' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      phoneNumber: '+12025550111',
      friendlyName: '+1 202 555 0111',
      country: 'US',
      source: 'own',
      agentId: null,
      status: 'active',
    });
    expect(body.id).toMatch(/^num_/);
    expect(body).not.toHaveProperty('workspaceId');
  });

  it('sets the caller ID of an agent without a number', async () => {
    const { body } = await create({ phoneNumber: '+12025550112', agentId: api.agent.id });
    expect(body.agentId).toBe(api.agent.id);
    const agent = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    expect(agent.body.phoneNumber).toBe('+12025550112');
    await create({ phoneNumber: '+12025550113', agentId: api.agent.id });
    const updatedAgent = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    expect(updatedAgent.body.phoneNumber).toBe('+12025550112');
  });
});

describe('POST /v1/api/telephony/numbers: 400', () => {
  it('reports all faults together', async () => {
    const body = { phoneNumber: '+1', agentId: 'agent_01KAT0000000000000000000AA', nmae: 1, metadata: 5 };
    const response = await api.send('POST', '/v1/api/telephony/numbers', { body });
    const faults: { path: string; code: string }[] = response.body.error.fields;
    expect(faults.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'agentId agent_not_found',
      'metadata invalid_type',
      'nmae unknown_field',
      'phoneNumber invalid_number',
    ]);
  });

  it.each(['2025550111', '+1202', '+1 202 555 0111', 'hello', '+99999999999'])(
    'rejects the number %s',
    async (phoneNumber) => {
      const { status, body } = await create({ phoneNumber });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_number' });
    },
  );

  it('rejects a number that any workspace owns', async () => {
    await create({ phoneNumber: '+12025550114' });
    const otherWorkspace = await seedOtherWorkspace(api);
    expect((await create({ phoneNumber: '+12025550114' })).body.error.code).toBe('number_taken');
    expect((await create({ phoneNumber: '+12025550114' }, otherWorkspace.key)).body.error.code).toBe(
      'number_taken',
    );
  });
});

describe('POST /v1/api/telephony/numbers: 404', () => {
  it('returns 404 for an agent of another workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const { status, body } = await create({ phoneNumber: '+12025550115', agentId: otherWorkspace.agent.id });
    expect(status).toBe(404);
    expect(body.error.code).toBe('agent_not_found');
  });
});

describe('POST /v1/api/telephony/numbers: numbers in the inventory', () => {
  const addToInventory = (phoneNumber: string) =>
    api.send('POST', '/v1/api/telephony/inventory', {
      body: { numbers: [{ phoneNumber, locality: 'New York', region: 'NY', friendlyName: 'Broadway' }] },
    });
  const find = async (phoneNumber: string) => {
    const query = `country=US&type=local&contains=${phoneNumber.slice(1)}`;
    const { body } = await api.send('GET', `/v1/api/telephony/available-numbers?${query}`, {
      workspace: api.workspaceId,
    });
    return body.numbers.length as number;
  };

  it('acquires the number from the inventory with its details, and the release returns it', async () => {
    await addToInventory('+12125550150');
    const { status, body } = await create({ phoneNumber: '+12125550150', source: 'inventory' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      source: 'inventory',
      locality: 'New York',
      friendlyName: 'Broadway',
      type: 'local',
    });
    expect(await find('+12125550150')).toBe(0);
    const entries = await api.send('GET', '/v1/api/telephony/inventory?phoneNumber=%2B12125550150');
    expect(entries.body.data.numbers).toMatchObject([{ status: 'acquired' }]);
    await api.send('DELETE', `/v1/api/telephony/numbers/${body.id}`);
    expect(await find('+12125550150')).toBe(1);
    expect((await create({ phoneNumber: '+12125550150' })).body.source).toBe('inventory');
  });

  it('assigns the number to one of several concurrent requests', async () => {
    await addToInventory('+12125550151');
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => create({ phoneNumber: '+12125550151', source: 'inventory' })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const rejected = responses.filter(({ status }) => status !== 200).map(({ body }) => body.error.code);
    expect(new Set(rejected)).toEqual(new Set(['number_not_available']));
  });

  it('rejects a number that is not in the inventory of the workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    await addToInventory('+12125550152');
    const own = await create({ phoneNumber: '+12125550153', source: 'inventory' });
    const foreign = await create({ phoneNumber: '+12125550152', source: 'inventory' }, otherWorkspace.key);
    expect([own.body.error.code, foreign.body.error.code]).toEqual([
      'number_not_available',
      'number_not_available',
    ]);
    expect(await find('+12125550152')).toBe(1);
  });

  it('keeps the number in the inventory if the request fails', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    await addToInventory('+12125550154');
    await create({ phoneNumber: '+12125550154' }, otherWorkspace.key);
    expect((await create({ phoneNumber: '+12125550154' })).body.error.code).toBe('number_taken');
    expect(await find('+12125550154')).toBe(1);
  });

  it('has one effect per Idempotency-Key', async () => {
    await addToInventory('+12125550155');
    const sent = { body: { phoneNumber: '+12125550155' }, headers: { 'idempotency-key': 'acquire-1' } };
    const first = await api.send('POST', '/v1/api/telephony/numbers', sent);
    const repeated = await api.send('POST', '/v1/api/telephony/numbers', sent);
    expect([first.status, repeated.body]).toEqual([200, first.body]);
  });
});
