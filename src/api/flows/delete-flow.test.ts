import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { seedCall } from '../../../test/support/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('DELETE /api/v1/flows/{flowId}: 200', () => {
  it('deletes an unused flow', async () => {
    const { body: created } = await api.send('POST', '/api/v1/flows', {
      body: { name: 'x', nodes: [{ id: 'bye', type: 'end', name: 'Bye', config: { text: 'Bye.' } }] },
    });
    const deleted = await api.send('DELETE', `/api/v1/flows/${created.id}`);
    expect(deleted).toMatchObject({ status: 200, body: { id: created.id, deleted: true } });
    expect((await api.send('GET', `/api/v1/flows/${created.id}`)).status).toBe(404);
  });
});

describe('DELETE /api/v1/flows/{flowId}: 400', () => {
  it('rejects the delete while agents or calls use the flow, and lists the first of them', async () => {
    for (let created = 0; created < 6; created += 1)
      await api.send('POST', '/api/v1/agents', { body: { name: 'x', flowId: api.flow.id } });
    const call = await seedCall(api.database, api);
    const { status, body } = await api.send('DELETE', `/api/v1/flows/${api.flow.id}`);
    expect(status).toBe(400);
    expect(body.code).toBe('resource_in_use');
    expect(body.details).toMatch(/^The flow is used by agents agent_\w+, agent_/);
    expect(body.details).toContain(` and 2 more and by call ${call.id}.`);
    expect(body.details.match(/agent_/g)).toHaveLength(5);
  });

  it('allows only one of a delete and a concurrent assignment to an agent', async () => {
    const nodes = [{ id: 'bye', type: 'end', name: 'Bye', config: { text: 'Bye.' } }];
    for (let round = 0; round < 8; round += 1) {
      const { body: flow } = await api.send('POST', '/api/v1/flows', { body: { name: 'x', nodes } });
      const [created, deleted] = await Promise.all([
        api.send('POST', '/api/v1/agents', { body: { name: 'x', flowId: flow.id } }),
        api.send('DELETE', `/api/v1/flows/${flow.id}`),
      ]);
      expect([created.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });
});
