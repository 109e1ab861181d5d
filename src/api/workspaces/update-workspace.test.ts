import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { addSignedInUser } from '../../../test/support/users.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const pathOf = (workspaceId: string) => `/v1/api/workspaces/${workspaceId}`;
const patch = (body: object, options: object = {}, workspaceId = api.workspaceId) =>
  api.send('PATCH', pathOf(workspaceId), { body, ...options });
async function setOperator(workspaceId: string, isOperator: boolean): Promise<void> {
  const text = 'update workspaces set is_operator = $2 where id = $1';
  await api.database.asSystem().execute({ text }, [workspaceId, isOperator]);
  // The workspace of the request is cached for at most a second.
  await api.clock.advance(1_000);
}

describe('PATCH /v1/api/workspaces/{workspaceId}: 200', () => {
  it('lets the owner disable calling hours, and records the actor and the previous value in the audit log', async () => {
    const { user, headers } = await addSignedInUser(api, 'owner');
    const { status, body } = await patch({ callingHours: 'off', name: 'Acme 2' }, { key: null, headers });
    expect([status, body.callingHours]).toEqual([200, 'off']);
    const log = await api.send('GET', '/v1/api/audit-log?action=updateWorkspace');
    expect(log.body.data.entries).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        createdAt: '2026-01-05T12:00:00.000Z',
        actorType: 'user',
        actorId: user.id,
        actorName: expect.any(String),
        action: 'updateWorkspace',
        subjectId: api.workspaceId,
        subjectName: 'Acme 2',
        details: {
          before: { name: 'Acme', callingHours: 'law' },
          after: { name: 'Acme 2', callingHours: 'off' },
        },
        ip: '127.0.0.1',
        requestId: expect.stringMatching(/^req_/),
      },
    ]);
    await patch({ callingHours: 'law' });
  });

  it("sets and removes the workspace's own hours", async () => {
    const callingWindow = { days: ['mon'], windows: [{ start: '09:00', end: '17:00' }] };
    const stored = { ...callingWindow, timezone: 'recipient' };
    expect((await patch({ callingWindow })).body.callingWindow).toEqual(stored);
    expect((await patch({ name: 'Acme' })).body.callingWindow).toEqual(stored);
    expect((await patch({ callingWindow: null })).body.callingWindow).toBeNull();
    const { body } = await api.send('GET', '/v1/api/audit-log?action=updateWorkspace&limit=1');
    expect(body.data.entries).toMatchObject([
      { details: { before: { callingWindow: stored }, after: { callingWindow: null } } },
    ]);
  });

  it('sets and removes days of the retention, and records them in the audit log', async () => {
    const kept = {
      recordingsDays: null,
      transcriptsDays: null,
      messagesDays: null,
      eventsDays: null,
      dispositionsDays: null,
    };
    expect((await patch({ name: 'Acme' })).body.retention).toEqual(kept);
    const changed = { ...kept, recordingsDays: 30, eventsDays: 7 };
    expect((await patch({ retention: { recordingsDays: 30, eventsDays: 7 } })).body.retention).toEqual(
      changed,
    );
    expect((await api.send('GET', pathOf(api.workspaceId))).body.retention).toEqual(changed);
    const removed = { ...changed, recordingsDays: null };
    expect((await patch({ retention: { recordingsDays: null } })).body.retention).toEqual(removed);
    const { body } = await api.send('GET', '/v1/api/audit-log?action=updateWorkspace&limit=1');
    expect(body.data.entries).toMatchObject([
      { details: { before: { retention: changed }, after: { retention: removed } } },
    ]);
    await patch({ retention: kept });
  });

  it('applies the time zone to times in responses', async () => {
    expect((await patch({ timezone: 'Europe/Madrid' })).body.timezone).toBe('Europe/Madrid');
    expect((await api.send('GET', `/api/v1/agents/${api.agent.id}`)).body.timezone).toBe('Europe/Madrid');
  });

  it('lets the operator change the plan of any workspace, and applies the limits of the new plan', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    await setOperator(api.workspaceId, true);
    const changed = await patch({ plan: 'standard' }, {}, otherWorkspace.workspaceId);
    await setOperator(api.workspaceId, false);
    expect(changed.body).toMatchObject({ plan: 'standard', limits: { concurrentCalls: 20 } });
    const response = await api.send('GET', '/api/v1/agents', { key: otherWorkspace.key });
    expect(response.headers['x-ratelimit-limit']).toBe('600');
    for (const key of [api.key, otherWorkspace.key]) {
      const log = await api.send('GET', '/v1/api/audit-log?action=updateWorkspace&limit=1', { key });
      expect(log.body.data.entries).toMatchObject([
        {
          subjectId: otherWorkspace.workspaceId,
          details: { before: { plan: 'unlimited' }, after: { plan: 'standard' } },
        },
      ]);
    }
  });
});

describe('PATCH /v1/api/workspaces/{workspaceId}: 400', () => {
  it.each([
    { recordingsDays: 0 },
    { transcriptsDays: 3651 },
    { messagesDays: 1.5 },
    { eventsDays: 31 },
    { dispositionsDays: '30' },
    { callsDays: 30 },
  ])('rejects the retention %j', async (retention) => {
    const { status, body } = await patch({ retention });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('PATCH /v1/api/workspaces/{workspaceId}: 403', () => {
  it('rejects a plan change unless the operator requests it', async () => {
    expect((await patch({ plan: 'developer' })).body.error.code).toBe('operator_only');
    expect((await patch({ plan: 'unlimited' })).status).toBe(200);
  });

  it.each(['admin', 'operator', 'viewer'] as const)('rejects the role %s', async (role) => {
    const { headers } = await addSignedInUser(api, role);
    const { body } = await patch({ callingHours: 'off' }, { key: null, headers });
    expect(body.error.code).toBe('insufficient_scope');
  });

  it('rejects a key with the preset developer', async () => {
    const created = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'developer' } });
    const { body } = await patch({ callingHours: 'off' }, { key: created.body.apiKey });
    expect(body.error.code).toBe('insufficient_scope');
  });
});

describe('PATCH /v1/api/workspaces/{workspaceId}: 404', () => {
  it('is returned for a workspace other than that of the request, even if the key can access it', async () => {
    const { workspaceId } = await seedOtherWorkspace(api);
    const key = await api.createKey({ workspaceIds: [api.workspaceId, workspaceId] });
    const outside = await patch({ name: 'x' }, { key }, workspaceId);
    expect(outside.body.error.code).toBe('workspace_not_found');
    const inside = await patch({ name: 'x' }, { key, workspace: workspaceId }, workspaceId);
    expect(inside.status).toBe(200);
  });
});

describe('GET /v1/api/workspaces: 200', () => {
  it('lists the workspaces that the key can access, and all for the operator', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const workspaceIds = [api.workspaceId, otherWorkspace.workspaceId];
    const key = await api.createKey({ workspaceIds });
    const idsOf = async (key: string) =>
      (await api.send('GET', '/v1/api/workspaces', { key })).body.data.workspaces.map(
        ({ id }: { id: string }) => id,
      );
    expect((await idsOf(key)).sort()).toEqual(workspaceIds.sort());
    const restricted = await api.createKey({ workspaceIds: [otherWorkspace.workspaceId] });
    expect(await idsOf(restricted)).toEqual([otherWorkspace.workspaceId]);
    expect(await idsOf(api.key)).toEqual([api.workspaceId]);
    await setOperator(api.workspaceId, true);
    expect((await idsOf(api.key)).length).toBeGreaterThan(2);
    await setOperator(api.workspaceId, false);
  });
});

describe('GET /v1/api/workspaces/{workspaceId}: 200', () => {
  it('returns the limits of the plan', async () => {
    const { status, body } = await api.send('GET', pathOf(api.workspaceId));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: api.workspaceId,
      plan: 'unlimited',
      limits: { concurrentCalls: 10_000 },
    });
  });
});
