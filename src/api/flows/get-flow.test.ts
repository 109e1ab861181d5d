import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('GET /api/v1/flows/{flowId}: 200', () => {
  it('returns the flow with its nodes', async () => {
    const { status, body } = await api.send('GET', `/api/v1/flows/${api.flow.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: api.flow.id, name: 'Greeting', status: 'active', version: 1 });
    expect(body.nodes).toHaveLength(1);
  });
});

describe('GET /api/v1/flows/{flowId}: 404', () => {
  it('returns 404 for an unknown id', async () => {
    const { status, body } = await api.send('GET', '/api/v1/flows/flow_01KAT0000000000000000000AA');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'Flow not found', code: 'flow_not_found' });
  });
});
