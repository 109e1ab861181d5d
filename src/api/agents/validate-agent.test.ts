import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = () => `/api/v1/agents/${api.agent.id}`;
const validate = async (body: unknown) => (await api.send('POST', `${path()}/validate`, { body })).body;

describe('POST /api/v1/agents/{agentId}/validate', () => {
  it.each([
    ['a limit', { voice: { speed: 5 } }],
    ['an unknown field and a wrong type', { mood: 'good', name: 7 }],
    ['a missing flow', { flowId: 'flow_01KAT3Q5H8Z6T4N2R0V7W9X1Y3' }],
    ['a cleared name', { name: null }],
  ])('returns the faults with which PATCH rejects %s', async (_what, body) => {
    const rejected = await api.send('PATCH', path(), { body });
    expect(await validate(body)).toEqual({ valid: false, faults: rejected.body.fields, warnings: [] });
  });

  it('returns the warnings of a valid change, and stores nothing', async () => {
    const { body: before } = await api.send('GET', path());
    const body = { firstMessage: 'Hello {{customer.name}}.' };
    const validated = await validate(body);
    expect((await api.send('GET', path())).body).toEqual(before);
    const { body: saved } = await api.send('PATCH', path(), { body });
    expect(saved.warnings).not.toEqual([]);
    expect(validated).toEqual({ valid: true, faults: [], warnings: saved.warnings });
  });

  it('has no entry in the audit log', async () => {
    await validate({});
    const { body } = await api.send('GET', '/v1/api/audit-log');
    const actions = body.data.entries.map(({ action }: { action: string }) => action);
    expect(actions).toContain('updateAgent');
    expect(actions).not.toContain('validateAgent');
  });
});
