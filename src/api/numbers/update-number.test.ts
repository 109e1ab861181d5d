import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await createTestApi();
  const created = await api.send('POST', '/v1/api/telephony/numbers', {
    body: { phoneNumber: '+12025550111' },
  });
  path = `/v1/api/telephony/numbers/${created.body.id}`;
});
afterAll(() => api.close());

describe('PATCH /v1/api/telephony/numbers/{numberId}: 200', () => {
  it('changes the sent fields and keeps the others', async () => {
    await api.send('PATCH', path, { body: { friendlyName: 'Main line', metadata: { a: 1 } } });
    const { status, body } = await api.send('PATCH', path, { body: { status: 'inactive' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ friendlyName: 'Main line', metadata: { a: 1 }, status: 'inactive' });
  });

  it('sets and removes the limit of concurrent calls', async () => {
    const limited = await api.send('PATCH', path, { body: { maxConcurrency: 3 } });
    expect(limited.body).toMatchObject({ maxConcurrency: 3, friendlyName: 'Main line' });
    expect((await api.send('PATCH', path, { body: { status: 'inactive' } })).body.maxConcurrency).toBe(3);
    expect(
      (await api.send('PATCH', path, { body: { maxConcurrency: null } })).body.maxConcurrency,
    ).toBeNull();
  });

  it('assigns the number to an agent and removes the assignment', async () => {
    await api.send('PATCH', path, { body: { status: 'active', agentId: api.agent.id } });
    const agent = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    expect(agent.body.phoneNumber).toBe('+12025550111');
    expect((await api.send('PATCH', path, { body: { agentId: null } })).body.agentId).toBeNull();
  });
});

describe('PATCH /v1/api/telephony/numbers/{numberId}: 400', () => {
  it('rejects a change of the number itself', async () => {
    const { status, body } = await api.send('PATCH', path, { body: { phoneNumber: '+12025550112' } });
    expect(status).toBe(400);
    expect(body.error.fields).toMatchObject([{ path: 'phoneNumber', code: 'unknown_field' }]);
  });
});

describe('PATCH /v1/api/telephony/numbers/{numberId}: 400 for a limit', () => {
  it.each([0, -1, 1.5, '2', 100_001])('rejects %j', async (maxConcurrency) => {
    const { status, body } = await api.send('PATCH', path, { body: { maxConcurrency } });
    expect(status).toBe(400);
    expect(body.error.fields).toMatchObject([{ path: 'maxConcurrency' }]);
  });
});

describe('PATCH /v1/api/telephony/numbers/{numberId}: 404', () => {
  it('returns 404 for an unknown agent', async () => {
    const { status, body } = await api.send('PATCH', path, { body: { agentId: 'agent_x' } });
    expect(status).toBe(404);
    expect(body.error.code).toBe('agent_not_found');
  });
});
