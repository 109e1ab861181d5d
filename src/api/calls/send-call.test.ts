import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, giveNumber, ownNumber, someNumber, type TestApi } from '../../../test/support/api.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { findCall } from '../../store/calls/find-call.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { countSlots } from '../../store/concurrency/count-slots.ts';
import { addSuppression } from '../../store/suppressions/add-suppression.ts';
import { updateWorkspace } from '../../store/workspaces/update-workspace.ts';
import { handOverWaitMs } from './hand-over.ts';

let api: TestApi;
/** What the dialer of these tests reports of every call. */
let report: object | undefined;
let stop: () => void;

beforeAll(async () => {
  api = await createTestApi();
  await giveNumber(api);
});
afterAll(async () => {
  stop();
  await api.close();
});

/** Stands in for the dialer: reports of every call that somebody waits for. */
beforeEach(() => {
  stop?.();
  report = { type: 'handed-over' };
  const subscribe = api.bus.subscribe.bind(api.bus);
  api.bus.subscribe = (topic, listener) => {
    if (topic.startsWith('calls.call_')) setImmediate(() => report !== undefined && listener(report));
    return subscribe(topic, listener);
  };
  stop = () => {
    api.bus.subscribe = subscribe;
  };
});

const scope = () => api.database.inWorkspace(api.workspaceId);
const send = (changes: object = {}, sent: object = {}) =>
  api.send('POST', '/api/v1/calls/call', {
    body: { agentId: api.agent.id, toNumber: someNumber, ...changes },
    ...sent,
  });
const end = (callId: string) =>
  finishCall(scope(), {
    workspaceId: api.workspaceId,
    callId,
    endReason: 'cancelled',
    at: noon,
    disposition: { code: 'cancelled', status: 'completed' },
  });
const jobsOf = (callId: string) =>
  api.database
    .asSystem()
    .rows<{ runAt: Date; payload: object }>(
      { text: `select run_at as "runAt", payload from jobs where key = $1` },
      [callId],
    );

describe('POST /api/v1/calls/call: 200', () => {
  it('answers the call once it has been handed over, with its slot and its job written', async () => {
    const { status, body, headers } = await send({ metadata: { ref: 1 }, customer: { name: 'Zoe' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      callId: expect.stringMatching(/^call_/),
      roomName: expect.stringMatching(/^room_/),
      fromNumber: ownNumber,
      toNumber: someNumber,
      agent: {
        id: api.agent.id,
        name: 'Ada',
        model: 'builtin/flow',
        voice: { provider: 'builtin', voiceId: 'rms' },
      },
    });
    expect(headers['x-concurrency-current']).toBe('1');
    expect(headers['x-concurrency-limit']).toBe('10000');
    const row = await findCall(scope(), { workspaceId: api.workspaceId, callId: body.callId });
    expect(row).toMatchObject({
      state: 'queued',
      flowId: api.flow.id,
      flowVersion: 1,
      customer: { name: 'Zoe' },
      record: true,
    });
    expect(await jobsOf(body.callId)).toMatchObject([{ payload: { callId: body.callId } }]);
    await end(body.callId);
  });

  it('takes overrides for this call and shows the agent as it will be', async () => {
    const { body } = await send({ overrides: { name: 'Eve', voice: { voiceId: 'slt' } }, record: false });
    expect(body.agent).toMatchObject({ name: 'Eve', voice: { voiceId: 'slt' } });
    const row = await findCall(scope(), { workspaceId: api.workspaceId, callId: body.callId });
    expect(row).toMatchObject({ record: false, overrides: { name: 'Eve' } });
    await end(body.callId);
  });

  it('answers a scheduled call at once, without a slot', async () => {
    report = undefined;
    const { status, body, headers } = await send({ scheduledAt: '2026-01-06T12:00:00Z' });
    expect(status).toBe(200);
    expect(headers['x-concurrency-current']).toBe('0');
    expect((await jobsOf(body.callId))[0]!.runAt.toISOString()).toBe('2026-01-06T12:00:00.000Z');
    await end(body.callId);
  });

  it('rings one phone for two requests under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'ring-once' };
    const answers = await Promise.all([send({}, { headers }), send({}, { headers })]);
    const again = await send({}, { headers });
    expect(again.status).toBe(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const { body } = await api.send('GET', '/api/v1/calls?limit=1');
    expect(body.data.calls[0].callId).toBe(again.body.callId);
    const codes: string[] = answers.map((answer) => answer.body.code ?? answer.body.callId);
    expect(codes.every((code) => code === 'idempotency_in_progress' || code === again.body.callId)).toBe(
      true,
    );
    await end(again.body.callId);
  });

  it('gives the call of a try that crashed before it answered', async () => {
    report = undefined;
    const headers = { 'idempotency-key': 'crashed' };
    const first = await send({ scheduledAt: '2026-01-06T12:00:00Z' }, { headers });
    await api.database.asSystem().execute({
      text: `update idempotency_records set state = 'running', lease_until = now() - interval '1 s'
        where idempotency_key = 'crashed'`,
    });
    const again = await send({ scheduledAt: '2026-01-06T12:00:00Z' }, { headers });
    expect(again.body).toEqual(first.body);
    await end(first.body.callId);
  });
});

describe('POST /api/v1/calls/call: 400', () => {
  it.each(['2025550100', '+1202555', 'sip:bob@example.net', '', '+1 202 555 0100', `+${'1'.repeat(60)}`])(
    'refuses the number %j',
    async (toNumber) => {
      const { status, body } = await send({ toNumber });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'Invalid number', code: 'invalid_number' });
    },
  );

  it('refuses an option that it does not know', async () => {
    const { body } = await send({ maxDuration: 5 });
    expect(body).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'maxDuration', code: 'unknown_field' }],
    });
  });

  it('refuses a number to call from that is not owned', async () => {
    expect((await send({ fromNumber: '+12025550177' })).body.code).toBe('number_not_owned');
  });

  it('refuses a time that is over before it begins', async () => {
    const { body } = await send({ scheduledAt: '2026-01-07T12:00:00Z', notAfter: '2026-01-06T12:00:00Z' });
    expect(body.fields).toMatchObject([{ path: 'notAfter' }]);
  });

  it('refuses an agent without a number, before it looks at its flow', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', { body: { name: 'Bare' } });
    const { status, body } = await send({ agentId: agent.id, toNumber: 'nonsense' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid configuration', code: 'agent_no_phone_number' });
  });

  it('refuses an agent without an active flow', async () => {
    const fields = { name: 'Flowless', phoneNumber: ownNumber };
    const { body: agent } = await api.send('POST', '/api/v1/agents', { body: fields });
    const { status, body } = await send({ agentId: agent.id });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid configuration', code: 'agent_no_active_flow' });
  });
});

describe('POST /api/v1/calls/call: 403', () => {
  it('rings nobody who asked not to be called', async () => {
    const address = '+12025550107';
    const { workspaceId } = api;
    await addSuppression(scope(), { workspaceId, channel: 'voice', address, reason: 'asked', at: noon });
    const { status, body } = await send({ toNumber: address });
    expect(status).toBe(403);
    expect(body.code).toBe('opted_out');
  });
});

describe('POST /api/v1/calls/call: 404', () => {
  it.each(['agent_01KAT0000000000000000000AA', 'whatever', ''])(
    'does not know the agent %j',
    async (agentId) => {
      const { status, body } = await send({ agentId });
      expect(status).toBe(404);
      expect(body).toMatchObject({
        error: 'Agent not found',
        code: 'agent_not_found',
        details: expect.any(String),
      });
    },
  );
});

describe('POST /api/v1/calls/call: 429', () => {
  it('lets no more calls through than the plan allows, even when many race', async () => {
    await updateWorkspace(scope(), { workspaceId: api.workspaceId, plan: 'standard', at: noon });
    const answers = await Promise.all(Array.from({ length: 25 }, () => send()));
    const placed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([placed.length, refused.length]).toEqual([20, 5]);
    expect(refused[0]!.body.code).toBe('concurrency_limit_reached');
    expect(refused[0]!.headers['x-concurrency-limit']).toBe('20');
    expect(await countSlots(scope(), { workspaceId: api.workspaceId })).toBe(20);
    for (const { body } of placed) await end(body.callId);
    await updateWorkspace(scope(), { workspaceId: api.workspaceId, plan: 'unlimited', at: noon });
  });
});

describe('POST /api/v1/calls/call: 500', () => {
  it('says what the carrier said', async () => {
    report = { type: 'failed', message: 'The trunk answered 503.' };
    const { status, body } = await send();
    expect(status).toBe(500);
    expect(body).toMatchObject({
      error: 'Failed to initiate call',
      details: 'The trunk answered 503.',
      code: 'UNKNOWN_ERROR',
    });
  });

  it('calls the call off when nobody takes it in hand', async () => {
    report = undefined;
    const commands: unknown[] = [];
    const off = api.bus.subscribe('call-commands', (command) => commands.push(command));
    const answer = send();
    await expect.poll(() => api.clock.pendingTimers).toBe(1);
    await api.clock.advance(handOverWaitMs);
    expect(await answer).toMatchObject({ status: 500, body: { code: 'UNKNOWN_ERROR' } });
    expect(commands).toMatchObject([{ type: 'end', callId: expect.stringMatching(/^call_/) }]);
    off();
  });
});

describe('POST /api/v1/calls/call: 503', () => {
  it('takes no new calls while the node is draining', async () => {
    api.node.draining = true;
    const { status, body } = await send();
    api.node.draining = false;
    expect(status).toBe(503);
    expect(body.code).toBe('draining');
  });
});
