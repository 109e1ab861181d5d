import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { seedCall } from '../../../test/support/fixtures.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('DELETE /api/v1/agents/{agentId}: 200', () => {
  it('deletes the agent permanently, also if the request has a content type and no body', async () => {
    const { body: created } = await api.send('POST', '/api/v1/agents', { body: { name: 'Short' } });
    const headers = { 'content-type': 'application/json' };
    const deleted = await api.send('DELETE', `/api/v1/agents/${created.id}`, { headers });
    expect(deleted).toMatchObject({ status: 200, body: { id: created.id, deleted: true } });
    expect((await api.send('GET', `/api/v1/agents/${created.id}`)).status).toBe(404);
    expect((await api.send('DELETE', `/api/v1/agents/${created.id}`)).status).toBe(404);
  });
});

describe('DELETE /api/v1/agents/{agentId}: 400', () => {
  it('rejects the delete while a call of the agent is in progress', async () => {
    const call = await seedCall(api.database, api);
    const { status, body } = await api.send('DELETE', `/api/v1/agents/${api.agent.id}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'In use', code: 'resource_in_use' });
    expect(body.details).toContain(`The agent is used by call ${call.id}.`);
  });
});
