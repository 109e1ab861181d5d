import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { upsertActiveCall } from '../../store/active-calls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const list = () => api.send('GET', '/v2/api/active-calls', { workspace: api.workspaceId });

describe('GET /v2/api/active-calls: 200', () => {
  it('is empty without active calls', async () => {
    expect((await list()).body).toEqual({ data: [], count: 0, timestamp: '2026-01-05T12:00:00.000Z' });
  });

  it('returns exactly the documented fields', async () => {
    const call = await seedCall(api.database, api);
    const joinedAt = noon.toISOString();
    await upsertActiveCall(api.database.inWorkspace(api.workspaceId), {
      callId: call.id,
      workspaceId: api.workspaceId,
      nodeId: 'node-of-test',
      agentId: api.agent.id,
      agentName: 'Ada',
      customerPhone: '+12025550101',
      customerName: null,
      type: 'phone',
      sentiment: 'positive',
      lastMessage: 'Yes, please.',
      transferRequested: false,
      held: false,
      muted: false,
      participants: [{ identity: 'agent', isAgent: true, joinedAt, metadata: { a: 1 } }],
      startedAt: noon,
      at: noon,
    });
    await api.clock.advance(12_345);
    expect((await list()).body).toEqual({
      data: [
        {
          id: call.id,
          roomName: call.roomName,
          customerPhone: '+12025550101',
          aiAgentName: 'Ada',
          duration: 12,
          status: 'active',
          sentiment: 'positive',
          lastMessage: 'Yes, please.',
          transferRequested: false,
          held: false,
          muted: false,
          type: 'phone',
          participants: [{ identity: 'agent', isAgent: true, joinedAt }],
        },
      ],
      count: 1,
      timestamp: '2026-01-05T12:00:12.345Z',
    });
  });
});

describe('GET /v2/api/active-calls: 400', () => {
  it('requires the workspace header', async () => {
    const { status, body } = await api.send('GET', '/v2/api/active-calls');
    expect(status).toBe(400);
    expect(body.error.code).toBe('workspace_required');
  });
});
