import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /api/v1/agents/{agentId}: 200', () => {
  it('returns the agent without an envelope', async () => {
    const { status, body } = await api.send('GET', `/api/v1/agents/${api.agent.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: api.agent.id, name: 'Ada', flowId: api.flow.id, version: 1 });
  });
});

describe('GET /api/v1/agents/{agentId}: 404', () => {
  it.each([
    'agent_01KAT0000000000000000000AA',
    'agent_x',
    'flow_01KAT0000000000000000000AA',
    '%00',
    '%F0%9F%98%80',
  ])('returns 404 for %s', async (id) => {
    const { status, body } = await api.send('GET', `/api/v1/agents/${id}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'Agent not found', code: 'agent_not_found' });
  });
});
