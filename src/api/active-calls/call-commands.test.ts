import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import {
  receiveCallCommands,
  type CallCommandMessage,
  type CallCommandResult,
} from '../../contracts/call-commands.ts';
import { presets } from '../../domain/scopes.ts';
import { appendCallEvent } from '../../store/calls/call-timeline.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

let api: TestApi;
let unsubscribe = () => {};
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => unsubscribe());
afterAll(() => api.close());

/** Creates a call that a node holds. The node answers each command with the result, and returns the received commands. */
async function heldCall(result: CallCommandResult | undefined) {
  const call = await seedCall(api.database, api);
  const { id: callId, workspaceId } = call;
  const change = { workspaceId, callId, nodeId: 'node-1', at: noon } as const;
  const db = api.database.inWorkspace(workspaceId);
  await recordCallChange(db, { ...change, from: ['queued'], to: 'dialing' });
  await recordCallChange(db, { ...change, from: ['dialing'], to: 'in_progress' });
  const received: CallCommandMessage[] = [];
  unsubscribe = receiveCallCommands(api, (message) => {
    if (message.callId !== callId) return undefined;
    received.push(message);
    return result;
  });
  return { ...call, received };
}

const post = (roomName: string, command: string, body?: unknown, options: { key?: string } = {}) =>
  api.send('POST', `/v2/api/active-calls/${roomName}/${command}`, {
    workspace: api.workspaceId,
    ...(body === undefined ? {} : { body }),
    ...options,
  });

/** Sends a request while the clock runs. */
async function withClock<Response>(response: Promise<Response>): Promise<Response> {
  const ticking = setInterval(() => void api.clock.advance(100), 2);
  return response.finally(() => clearInterval(ticking));
}

const speaking = { outcome: 'done', effect: 'speaking' } as const;

describe('POST /v2/api/active-calls/{roomName}/…: 200', () => {
  it.each([
    ['end', undefined, { type: 'end' }],
    ['say', { text: 'One moment.' }, { type: 'say', text: 'One moment.', interrupt: false }],
    ['say', { text: 'Wait.', interrupt: true }, { type: 'say', text: 'Wait.', interrupt: true }],
    ['whisper', { text: 'Offer Friday.' }, { type: 'whisper', text: 'Offer Friday.' }],
    ['mute', { on: true }, { type: 'mute', on: true }],
    ['hold', { on: false }, { type: 'hold', on: false }],
  ])('sends %s %j to the node of the call and returns what happened', async (command, body, sent) => {
    const call = await heldCall(speaking);
    const response = await post(call.roomName, command, body);
    expect(response).toMatchObject({
      status: 200,
      body: { callId: call.id, roomName: call.roomName, result: 'speaking' },
    });
    expect(call.received).toMatchObject([{ command: sent, commandId: response.body.commandId }]);
    expect(call.received[0]!.author).toMatch(/^key_/);
  });

  it('takes effect once per commandId, and repeats the first response', async () => {
    const call = await heldCall(speaking);
    const body = { text: 'One moment.', commandId: 'say-1' };
    const first = await post(call.roomName, 'say', body);
    const second = await post(call.roomName, 'say', body);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(call.received).toHaveLength(1);
    const other = await post(call.roomName, 'say', { ...body, text: 'Another text.' });
    expect(other).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_reused' } } });
  });

  it('is in the audit log, without the text', async () => {
    const call = await heldCall(speaking);
    await post(call.roomName, 'whisper', { text: 'Secret advice.', commandId: 'audited' });
    const { body } = await api.send('GET', '/v1/api/audit-log?action=whisperToAgent');
    const entry = body.data.entries.find(
      ({ subjectId }: { subjectId: string }) => subjectId === call.roomName,
    );
    expect(entry).toMatchObject({ details: { callId: call.id, commandId: 'audited' } });
    expect(JSON.stringify(body)).not.toContain('Secret advice');
  });

  it('sends a text of 2,000 characters of the longest encodings', async () => {
    const call = await heldCall(speaking);
    for (const text of ['語'.repeat(2_000), '"\n'.repeat(1_000), '😀'.repeat(1_000)])
      expect((await post(call.roomName, 'say', { text })).status).toBe(200);
    expect(call.received).toHaveLength(3);
  });
});

describe('POST /v2/api/active-calls/{roomName}/…: 400', () => {
  it('reports why the call cannot execute the command', async () => {
    const call = await heldCall({ outcome: 'rejected', reason: 'The call is on hold.' });
    expect(await post(call.roomName, 'say', { text: 'Hello.' })).toMatchObject({
      status: 400,
      body: { error: { code: 'command_not_possible', message: 'The call is on hold.' } },
    });
  });

  it.each([
    ['say', {}],
    ['say', { text: '' }],
    ['say', { text: 'a'.repeat(2_001) }],
    ['whisper', { text: 'a'.repeat(100_000) }],
    ['whisper', { text: 'bell \u0007' }],
    ['say', { text: 'Hello.', commandId: 'not valid' }],
    ['mute', { on: 'yes' }],
    ['hold', undefined],
    ['end', { reason: 'none' }],
  ])('rejects %s with the body %j', async (command, body) => {
    const call = await heldCall(speaking);
    const response = await post(call.roomName, command, body);
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(call.received).toEqual([]);
  });
});

describe('POST /v2/api/active-calls/{roomName}/…: 403', () => {
  it('requires the scope active-calls:control', async () => {
    const call = await heldCall(speaking);
    const scopes = presets.full.filter((scope) => scope !== 'active-calls:control');
    const key = await api.createKey({ scopes });
    const response = await post(call.roomName, 'whisper', { text: 'Lie to the customer.' }, { key });
    expect(response).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
    expect(call.received).toEqual([]);
  });
});

describe('POST /v2/api/active-calls/{roomName}/…: 404', () => {
  it('returns 404 for a call that has ended, in the database or on its node', async () => {
    const call = await heldCall({ outcome: 'ended' });
    expect(await post(call.roomName, 'end')).toMatchObject({
      status: 404,
      body: { error: { code: 'call_not_found' } },
    });
    await finishCall(api.database.inWorkspace(api.workspaceId), {
      workspaceId: api.workspaceId,
      callId: call.id,
      endReason: 'customer_hangup',
      at: noon,
      disposition: { code: 'answered', status: 'completed' },
    });
    expect((await post(call.roomName, 'say', { text: 'Hello.' })).status).toBe(404);
    expect(call.received).toHaveLength(1);
  });

  it('returns 404 for a call of another workspace', async () => {
    const other = await seedOtherWorkspace(api);
    const call = await heldCall(speaking);
    const response = await api.send('POST', `/v2/api/active-calls/${call.roomName}/end`, {
      workspace: other.workspaceId,
      key: other.key,
    });
    expect(response).toMatchObject({ status: 404, body: { error: { code: 'call_not_found' } } });
    expect(call.received).toEqual([]);
  });
});

describe('POST /v2/api/active-calls/{roomName}/…: 503', () => {
  it('says within 2 s that the node of the call does not respond, and the command can be repeated', async () => {
    const call = await heldCall(undefined);
    const body = { text: 'Hello.', commandId: 'to-frozen-node' };
    const startedAtMs = api.clock.now();
    const response = await withClock(post(call.roomName, 'say', body));
    expect(response).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { error: { code: 'node_not_responding' } },
    });
    expect(api.clock.now() - startedAtMs).toBeLessThan(2_500);
    expect(new Set(call.received.map(({ commandId }) => commandId))).toEqual(new Set(['to-frozen-node']));
    unsubscribe();
    unsubscribe = receiveCallCommands(api, () => speaking);
    expect((await post(call.roomName, 'say', body)).body).toMatchObject({ result: 'speaking' });
  });
});

describe('GET /api/v1/calls/{callId}', () => {
  it('has the advice apart from the timeline and the transcript', async () => {
    const call = await seedCall(api.database, api);
    await appendCallEvent(api.database.inWorkspace(api.workspaceId), {
      workspaceId: api.workspaceId,
      callId: call.id,
      type: 'whispered',
      at: noon,
      detail: { text: 'Offer Friday.', author: 'key_1' },
    });
    const { body } = await api.send('GET', `/api/v1/calls/${call.id}`);
    expect(body.whispers).toEqual([{ text: 'Offer Friday.', at: noon.toISOString(), author: 'key_1' }]);
    expect(body.timeline.map(({ type }: { type: string }) => type)).not.toContain('whispered');
    expect(body.transcript).toEqual([]);
  });
});
