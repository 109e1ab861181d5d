import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { upsertActiveCall } from '../../store/active-calls.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const get = (room: string) => api.send('GET', `/v2/api/active-calls/${room}`, { workspace: api.workspaceId });

describe('GET /v2/api/active-calls/{roomName}: 200', () => {
  it('returns the call with its transcript so far, without the fields that only the list has', async () => {
    const db = api.database.inWorkspace(api.workspaceId);
    const call = await seedCall(api.database, api);
    const joinedAt = noon.toISOString();
    await upsertActiveCall(db, {
      callId: call.id,
      workspaceId: api.workspaceId,
      nodeId: 'node-of-test',
      agentId: api.agent.id,
      agentName: 'Ada',
      customerPhone: '+12025550101',
      customerName: 'Zoe',
      type: 'phone',
      sentiment: 'neutral',
      lastMessage: 'Hello.',
      transferRequested: false,
      held: false,
      muted: false,
      participants: [{ identity: 'customer', isAgent: false, joinedAt, metadata: { a: 1 } }],
      startedAt: noon,
      at: noon,
    });
    const entry = {
      role: 'customer',
      content: 'Hello.',
      startMs: 0,
      endMs: 400,
      interrupted: false,
    } as const;
    await appendTranscriptEntry(db, { workspaceId: api.workspaceId, callId: call.id, sequence: 1, entry });
    const { status, body } = await get(call.roomName);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: call.id,
      roomName: call.roomName,
      customerPhone: '+12025550101',
      customerName: 'Zoe',
      aiAgentName: 'Ada',
      duration: 0,
      sentiment: 'neutral',
      transcript: [{ role: 'customer', content: 'Hello.' }],
      participants: [{ identity: 'customer', isAgent: false, joinedAt, metadata: { a: 1 } }],
    });
  });
});

describe('GET /v2/api/active-calls/{roomName}: 404', () => {
  it('returns 404 for a call that is not active', async () => {
    const call = await seedCall(api.database, api);
    const { status, body } = await get(call.roomName);
    expect(status).toBe(404);
    expect(body.error.code).toBe('call_not_found');
  });
});
