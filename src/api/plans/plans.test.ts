import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { ratePlans } from '../../domain/rate-plan.ts';
import { StoredPlans } from '../../store/plans.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.database
    .asSystem()
    .execute({ text: 'update workspaces set is_operator = true where id = $1' }, [api.workspaceId]);
});
afterAll(() => api.close());

const list = (key = api.key) => api.send('GET', '/v1/api/plans', { key });
const patch = (name: string, body: object, key = api.key) =>
  api.send('PATCH', `/v1/api/plans/${name}`, { body, key });

describe('GET /v1/api/plans', () => {
  it('lists the plans with their limits and defaults', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data.plans).toEqual(
      Object.entries(ratePlans).map(([name, limits]) => ({
        name,
        ...limits,
        defaults: limits,
        updatedAt: null,
      })),
    );
  });
});

describe('PATCH /v1/api/plans/{name}', () => {
  it('changes limits for the next request, and resets them with null', async () => {
    const changed = await patch('unlimited', { requestsPerMinute: 5_000 });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ requestsPerMinute: 5_000, concurrentCalls: 10_000 });
    const { headers } = await list();
    expect(headers['x-ratelimit-limit']).toBe('5000');
    const other = new StoredPlans(api.database, ratePlans);
    await other.load();
    expect(other.limits.unlimited.requestsPerMinute).toBe(5_000);
    await patch('unlimited', { concurrentCalls: 7 });
    expect((await list()).body.data.plans[2]).toMatchObject({ requestsPerMinute: 5_000, concurrentCalls: 7 });
    const reset = await patch('unlimited', { requestsPerMinute: null, concurrentCalls: null });
    expect(reset.body).toMatchObject(ratePlans.unlimited);
    expect((await list()).headers['x-ratelimit-limit']).toBe('1000000');
  });

  it('is applied by other nodes', async () => {
    const other = new StoredPlans(api.database, ratePlans);
    const stop = other.listen((error) => {
      throw error;
    });
    await patch('standard', { concurrentCalls: 3 });
    await expect.poll(() => other.limits.standard.concurrentCalls).toBe(3);
    stop();
  });

  it('is audited with the values before and after', async () => {
    await patch('developer', { concurrentCalls: 2 });
    const { body } = await api.send('GET', '/v1/api/audit-log?limit=1');
    expect(JSON.stringify(body)).toContain('"action":"updatePlan"');
    expect(JSON.stringify(body)).toContain('"concurrentCalls":2');
  });

  it.each([
    ['an unknown plan', 'gold', { concurrentCalls: 2 }, 404, 'plan_not_found'],
    ['a limit of 0', 'developer', { concurrentCalls: 0 }, 400, 'invalid_request'],
    ['an unknown limit', 'developer', { calls: 2 }, 400, 'invalid_request'],
  ])('rejects %s', async (_, name, body, expectedStatus, code) => {
    const response = await patch(name, body);
    expect([response.status, response.body.error.code]).toEqual([expectedStatus, code]);
  });
});

describe('the plans', () => {
  it('are for the operator only', async () => {
    const withoutOperator = await api.createKey();
    const other = await seedOtherWorkspace(api);
    for (const key of [withoutOperator, other.key])
      for (const { status, body } of [await list(key), await patch('developer', { concurrentCalls: 9 }, key)])
        expect([status, body.error.code]).toEqual([403, 'operator_only']);
    expect((await list()).body.data.plans[0].concurrentCalls).not.toBe(9);
  });
});
