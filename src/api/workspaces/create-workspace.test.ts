import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { addSignedInUser } from '../../../test/support/users.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const text = 'update workspaces set is_operator = true where id = $1';
  await api.database.asSystem().execute({ text }, [api.workspaceId]);
});
afterAll(() => api.close());

const create = (body: object, options: object = {}) =>
  api.send('POST', '/v1/api/workspaces', { body, ...options });

describe('POST /v1/api/workspaces: 200', () => {
  it('creates a workspace with the default plan, which the creating key can access', async () => {
    const { status, body } = await create({ name: 'Acme' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Acme',
      plan: 'developer',
      limits: { requestsPerMinute: 60, concurrentCalls: 1, callStartsPerSecond: 1 },
      timezone: 'UTC',
      callingHours: 'law',
    });
    const inside = await api.send('GET', '/api/v1/agents', { workspace: body.id });
    expect(inside).toMatchObject({ status: 200, body: { data: { total: 0 } } });
    expect(inside.headers['ratelimit-policy']).toBe('"workspace";q=60;w=60');
  });

  it('creates a workspace that the signed-in user can access', async () => {
    const { headers } = await addSignedInUser(api, 'owner', { isOperator: true });
    const { body } = await create({ name: 'By hand', plan: 'standard' }, { key: null, headers });
    const newWorkspaceHeaders = { ...headers, 'x-workspace-id': body.id };
    expect(
      (await api.send('GET', '/api/v1/agents', { key: null, headers: newWorkspaceHeaders })).status,
    ).toBe(200);
    const session = await api.send('GET', '/v1/api/sessions/current', { key: null, headers });
    expect(session.body.workspaceIds).toEqual([api.workspaceId, body.id]);
  });

  it('is recorded in the audit log with its plan and its hours', async () => {
    const callingWindow = {
      timezone: 'recipient',
      days: ['mon'],
      windows: [{ start: '09:00', end: '17:00' }],
    };
    await create({ name: 'Own hours', callingWindow });
    const log = await api.send('GET', '/v1/api/audit-log?action=createWorkspace&limit=1');
    expect(log.body.data.entries[0].details).toEqual({
      plan: 'developer',
      callingHours: 'law',
      callingWindow,
      ownNumberPrefixes: [],
      sharedSender: false,
    });
  });

  it('has one effect per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await create({ name: 'Once' }, { headers });
    expect((await create({ name: 'Once' }, { headers })).body).toEqual(first.body);
    const listed = await api.send('GET', '/v1/api/workspaces?search=Once');
    expect(listed.body.data.total).toBe(1);
  });
});

describe('POST /v1/api/workspaces: 400', () => {
  it('reports all faults', async () => {
    const { body } = await create({ plan: 'free', timezone: 'Mars/Olympus', callingHours: 'none' });
    const paths = body.error.fields.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['callingHours', 'name', 'plan', 'timezone']);
  });
});

describe('POST /v1/api/workspaces: 403', () => {
  it('is only for the operator', async () => {
    const { key } = await seedOtherWorkspace(api);
    expect((await create({ name: 'x' }, { key })).body.error.code).toBe('operator_only');
  });

  it('requires workspace:write, also from users of the operator', async () => {
    const { headers } = await addSignedInUser(api, 'admin');
    expect((await create({ name: 'x' }, { key: null, headers })).body.error.code).toBe('insufficient_scope');
  });
});
