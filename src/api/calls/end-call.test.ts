import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { receiveCallCommands } from '../../contracts/call-commands.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { recordCallChange } from '../../store/calls/calls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const end = (callId: string) => api.send('POST', `/api/v1/calls/${callId}/end`);

async function dialingCall(): Promise<string> {
  const { id: callId, workspaceId } = await seedCall(api.database, api);
  const change = {
    workspaceId,
    callId,
    from: ['queued'],
    to: 'dialing',
    nodeId: 'node-1',
    at: noon,
  } as const;
  await recordCallChange(api.database.inWorkspace(workspaceId), change);
  return callId;
}

describe('POST /api/v1/calls/{callId}/end: 200', () => {
  it('cancels a call that is not dialed yet', async () => {
    const { id } = await seedCall(api.database, api);
    const { status, body } = await end(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      callId: id,
      status: 'ended',
      endReason: 'cancelled',
      disposition: 'cancelled',
    });
  });

  it('makes the node of the call hang up, and responds afterwards', async () => {
    const callId = await dialingCall();
    const unsubscribe = api.bus.subscribe('call-commands', (command) => {
      expect(command).toMatchObject({ callId, command: { type: 'end' } });
      void finishCall(api.database.inWorkspace(api.workspaceId), {
        workspaceId: api.workspaceId,
        callId,
        endReason: 'agent_hangup',
        at: noon,
        disposition: { code: 'answered', status: 'completed' },
      });
    });
    const response = end(callId);
    const ticking = setInterval(() => void api.clock.advance(50), 5);
    expect(await response).toMatchObject({
      status: 200,
      body: { status: 'ended', endReason: 'agent_hangup' },
    });
    clearInterval(ticking);
    unsubscribe();
  });

  it('returns the current call if hanging up takes longer', async () => {
    const callId = await dialingCall();
    const unsubscribe = receiveCallCommands(api, () => ({ outcome: 'done', effect: 'ending' }));
    const response = end(callId);
    const ticking = setInterval(() => void api.clock.advance(500), 5);
    expect(await response).toMatchObject({ status: 200, body: { status: 'dialing' } });
    clearInterval(ticking);
    unsubscribe();
  });
});

describe('POST /api/v1/calls/{callId}/end: 503', () => {
  it('says that the node of the call does not respond', async () => {
    const callId = await dialingCall();
    const response = end(callId);
    const ticking = setInterval(() => void api.clock.advance(500), 5);
    expect(await response).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { code: 'node_not_responding' },
    });
    clearInterval(ticking);
  });
});

describe('POST /api/v1/calls/{callId}/end: 400', () => {
  it('rejects a call that has already ended', async () => {
    const { id } = await seedCall(api.database, api);
    await end(id);
    const { status, body } = await end(id);
    expect(status).toBe(400);
    expect(body.code).toBe('call_already_ended');
  });
});
