import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestApi,
  assignNumber,
  ownNumber,
  callableNumber,
  type TestApi,
} from '../../../test/support/api.ts';
import { noon } from '../../../test/support/fixtures.ts';
import type { CallState, EndReason } from '../../domain/call-state.ts';
import { findCall, recordCallChange } from '../../store/calls/calls.ts';
import { finishCall, type CallEnd } from '../../store/calls/finish-call.ts';
import { countSlots } from '../../store/concurrency-slots.ts';
import { addSuppression } from '../../store/suppressions.ts';
import { updateWorkspace } from '../../store/workspaces.ts';
import { handoffTimeoutMs } from './carrier-handoff.ts';

let api: TestApi;
/** The report of the fake dialer for each call. */
let report: object | undefined;
let stop: () => void;

beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(async () => {
  stop();
  await api.close();
});

/** Fake dialer: sends `report` for each call whose request waits for it. */
beforeEach(() => {
  stop?.();
  report = { type: 'reached-carrier' };
  const subscribe = api.bus.subscribe.bind(api.bus);
  api.bus.subscribe = (topic, listener) => {
    if (topic.startsWith('calls.call_')) setImmediate(() => report !== undefined && listener(report));
    return subscribe(topic, listener);
  };
  stop = () => {
    api.bus.subscribe = subscribe;
  };
});

const db = () => api.database.inWorkspace(api.workspaceId);
const send = (changes: object = {}, options: object = {}) =>
  api.send('POST', '/api/v1/calls/call', {
    body: { agentId: api.agent.id, toNumber: callableNumber, ...changes },
    ...options,
  });
const end = (callId: string, changes: Partial<CallEnd> = {}) =>
  finishCall(db(), {
    workspaceId: api.workspaceId,
    callId,
    endReason: 'cancelled',
    at: noon,
    disposition: { code: 'cancelled', status: 'completed' },
    ...changes,
  });
const jobsOf = (callId: string) =>
  api.database
    .asSystem()
    .rows<{ runAt: Date; payload: object }>(
      { text: `select run_at as "runAt", payload from jobs where key = $1` },
      [callId],
    );

describe('POST /api/v1/calls/call: 200', () => {
  it('responds after the handoff, with the slot and the job stored', async () => {
    const { status, body, headers } = await send({ metadata: { ref: 1 }, customer: { name: 'Zoe' } });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      callId: expect.stringMatching(/^call_/),
      roomName: expect.stringMatching(/^room_/),
      fromNumber: ownNumber,
      toNumber: callableNumber,
      agent: {
        id: api.agent.id,
        name: 'Ada',
        model: 'builtin/flow',
        voice: { provider: 'builtin', voiceId: 'rms' },
      },
    });
    expect(headers['x-concurrency-current']).toBe('1');
    expect(headers['x-concurrency-limit']).toBe('10000');
    const row = await findCall(db(), { workspaceId: api.workspaceId, callId: body.callId });
    expect(row).toMatchObject({
      state: 'queued',
      notAfter: new Date(noon.getTime() + 60_000),
      flowId: api.flow.id,
      flowVersion: 1,
      customer: { name: 'Zoe' },
      record: true,
    });
    expect(await jobsOf(body.callId)).toMatchObject([{ payload: { callId: body.callId } }]);
    await end(body.callId);
  });

  it('applies overrides to this call and returns the resulting agent', async () => {
    const { body } = await send({ overrides: { name: 'Eve', voice: { voiceId: 'slt' } }, record: false });
    expect(body.agent).toMatchObject({ name: 'Eve', voice: { voiceId: 'slt' } });
    const row = await findCall(db(), { workspaceId: api.workspaceId, callId: body.callId });
    expect(row).toMatchObject({ record: false, overrides: { name: 'Eve' } });
    await end(body.callId);
  });

  it('responds immediately to a scheduled call, without a slot', async () => {
    report = undefined;
    const { status, body, headers } = await send({ scheduledAt: '2026-01-06T12:00:00Z' });
    expect(status).toBe(200);
    expect(headers['x-concurrency-current']).toBe('0');
    expect((await jobsOf(body.callId))[0]!.runAt.toISOString()).toBe('2026-01-06T12:00:00.000Z');
    await end(body.callId);
  });

  it('places one call for two requests with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'ring-once' };
    const responses = await Promise.all([send({}, { headers }), send({}, { headers })]);
    const repeated = await send({}, { headers });
    expect(repeated.status).toBe(200);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    const { body } = await api.send('GET', '/api/v1/calls?limit=1');
    expect(body.data.calls[0].callId).toBe(repeated.body.callId);
    const codes: string[] = responses.map((response) => response.body.code ?? response.body.callId);
    expect(codes.every((code) => code === 'idempotency_in_progress' || code === repeated.body.callId)).toBe(
      true,
    );
    await end(repeated.body.callId);
  });

  it('returns the call of a request that crashed before its response', async () => {
    report = undefined;
    const headers = { 'idempotency-key': 'crashed' };
    const first = await send({ scheduledAt: '2026-01-06T12:00:00Z' }, { headers });
    await api.database.asSystem().execute({
      text: `update idempotency_records set state = 'running', lease_until = now() - interval '1 s'
        where idempotency_key = 'crashed'`,
    });
    const repeated = await send({ scheduledAt: '2026-01-06T12:00:00Z' }, { headers });
    expect(repeated.body).toEqual(first.body);
    await end(first.body.callId);
  });
});

describe('POST /api/v1/calls/call: 400', () => {
  it.each(['2025550100', '+1202555', 'sip:bob@example.net', '', '+1 202 555 0100', `+${'1'.repeat(60)}`])(
    'rejects the number %j',
    async (toNumber) => {
      const { status, body } = await send({ toNumber });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'Invalid number', code: 'invalid_number' });
    },
  );

  it('rejects an unknown option', async () => {
    const { body } = await send({ maxDuration: 5 });
    expect(body).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'maxDuration', code: 'unknown_field' }],
    });
  });

  it('reports all faults together, including those outside the schema', async () => {
    const { status, body } = await send({
      toNumber: 'nonsense',
      fromNumber: '+12025550177',
      maxDuration: 5,
      scheduledAt: '2026-01-05T11:58:59Z',
      dynamic: 7,
      overrides: { voice: { voiceId: 'rsm', speed: 9 }, modelSettings: { fallbackModels: ['openia/x'] } },
    });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_request');
    const found = body.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    expect(found.sort()).toEqual([
      'dynamic invalid_type',
      'fromNumber number_not_owned',
      'maxDuration unknown_field',
      'overrides.modelSettings.fallbackModels[0] unknown_provider',
      'overrides.voice.speed too_big',
      'overrides.voice.voiceId unknown_voice',
      'scheduledAt out_of_range',
      'toNumber invalid_number',
    ]);
  });

  it('rejects an unknown voice and lists the available ones', async () => {
    const { body } = await send({ overrides: { voice: { voiceId: 'rsm' } } });
    expect(body.fields).toEqual([
      {
        path: 'overrides.voice.voiceId',
        code: 'unknown_voice',
        message: 'The voice provider "builtin" has no voice "rsm". Available: "rms" or "slt".',
      },
    ]);
  });

  it('rejects a language that the agent neither understands nor speaks', async () => {
    const { status, body } = await send({ overrides: { language: 'es-MX' } });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    const fault = { path: 'overrides.language', code: 'unsupported_language' };
    expect(body.fields).toEqual([
      { ...fault, message: expect.stringMatching(/understands en-US and en-GB, not es-MX\. /) },
      { ...fault, message: expect.stringMatching(/"rms" speaks en-US, not es-MX\. /) },
    ]);
  });

  it('rejects a time that is past by more than the clock tolerance', async () => {
    const { status, body } = await send({ scheduledAt: '2026-01-05T11:58:59.999Z' });
    expect(status).toBe(400);
    expect(body.fields).toMatchObject([{ path: 'scheduledAt', code: 'out_of_range' }]);
    const { status: statusAtTolerance, body: placed } = await send({ scheduledAt: '2026-01-05T11:59:00Z' });
    expect(statusAtTolerance).toBe(200);
    await end(placed.callId);
  });

  it('rejects a caller ID that is not owned', async () => {
    expect((await send({ fromNumber: '+12025550177' })).body.code).toBe('number_not_owned');
  });

  it('rejects notAfter before scheduledAt', async () => {
    const { body } = await send({ scheduledAt: '2026-01-07T12:00:00Z', notAfter: '2026-01-06T12:00:00Z' });
    expect(body.fields).toMatchObject([{ path: 'notAfter' }]);
  });

  it('reports the missing number of an agent before its missing flow', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', { body: { name: 'Bare' } });
    const { status, body } = await send({ agentId: agent.id, toNumber: 'nonsense' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'Invalid configuration',
      code: 'agent_no_phone_number',
      fields: [
        { path: 'agentId', code: 'agent_no_phone_number' },
        { path: 'agentId', code: 'agent_no_active_flow' },
        { path: 'toNumber', code: 'invalid_number' },
      ],
    });
  });

  it('rejects an agent without an active flow', async () => {
    const fields = { name: 'Flowless', phoneNumber: ownNumber };
    const { body: agent } = await api.send('POST', '/api/v1/agents', { body: fields });
    const { status, body } = await send({ agentId: agent.id });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid configuration', code: 'agent_no_active_flow' });
  });
});

describe('POST /api/v1/calls/call: 403', () => {
  it('rejects a suppressed number', async () => {
    const address = '+12025550107';
    const { workspaceId } = api;
    await addSuppression(db(), { workspaceId, channel: 'voice', address, reason: 'asked', at: noon });
    const { status, body } = await send({ toNumber: address });
    expect(status).toBe(403);
    expect(body.code).toBe('opted_out');
  });
});

describe('POST /api/v1/calls/call: 403 in a race', () => {
  it('rejects the call if the number is suppressed before it is dialed', async () => {
    const toNumber = '+12025550117';
    report = undefined;
    const response = send({ toNumber });
    const text = 'select id from calls where to_number = $1';
    const find = () => api.database.asSystem().row<{ id: string }>({ text }, [toNumber]);
    await expect.poll(find).toBeDefined();
    const row = await find();
    const { workspaceId } = api;
    await addSuppression(db(), {
      workspaceId,
      channel: 'voice',
      address: toNumber,
      reason: 'x',
      at: noon,
    });
    await end(row!.id, { endDetail: 'The number is on the do-not-call list.' });
    api.bus.publish(`calls.${row!.id}`, {
      type: 'failed',
      message: 'The number is on the do-not-call list.',
    });
    expect(await response).toMatchObject({ status: 403, body: { code: 'opted_out' } });
  });
});

describe('POST /api/v1/calls/call: 404', () => {
  it.each(['agent_01KAT0000000000000000000AA', 'whatever', ''])(
    'returns 404 for the unknown agent %j',
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
  it('enforces the limit of the key under concurrency', async () => {
    const key = await api.createKey({ concurrentCalls: 20 });
    const responses = await Promise.all(Array.from({ length: 64 }, () => send({}, { key })));
    const placed = responses.filter(({ status }) => status === 200);
    const rejected = responses.filter(({ status }) => status === 429);
    expect([placed.length, rejected.length]).toEqual([20, 44]);
    expect(rejected[0]!.body.code).toBe('concurrency_limit_reached');
    expect(rejected[0]!.headers['x-concurrency-limit']).toBe('20');
    expect(await countSlots(db(), { workspaceId: api.workspaceId })).toBe(20);
    for (const { body } of placed) await end(body.callId);
  });

  it('rejects new calls while the node is overloaded', async () => {
    api.node.isOverloaded = () => true;
    const { status, body, headers } = await send();
    api.node.isOverloaded = () => false;
    expect(status).toBe(429);
    expect(body.code).toBe('overloaded');
    expect(headers['retry-after']).toBe('5');
  });

  it('rejects a call if the node has no capacity for its number', async () => {
    api.node.isOverloaded = (toNumber) => toNumber === callableNumber;
    const { status, body } = await send();
    api.node.isOverloaded = () => false;
    expect([status, body.code]).toEqual([429, 'overloaded']);
  });

  /** Changes the plan in the database, and advances the clock until this process, which caches the workspace for one second, reads it. */
  async function changePlan(plan: 'developer' | 'unlimited'): Promise<void> {
    await updateWorkspace(db(), { workspaceId: api.workspaceId, plan, at: noon });
    await api.clock.advance(1000);
  }

  it('enforces the call starts per second of the plan, with Retry-After', async () => {
    const { workspaceId } = api;
    await changePlan('developer');
    await api.database.asSystem().execute(
      {
        text: `insert into call_starts values ($1, clock_timestamp() + interval '2500 ms')
          on conflict (workspace_id) do update set theoretical_arrival_at = excluded.theoretical_arrival_at`,
      },
      [workspaceId],
    );
    const rejected = await send();
    expect(rejected.status).toBe(429);
    expect(rejected.body).toMatchObject({
      code: 'rate_limited',
      details: 'The plan allows 1 call start per second.',
    });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(3);
    expect(await countSlots(db(), { workspaceId })).toBe(0);
    expect((await send({ scheduledAt: '2026-01-06T12:00:00Z' })).status).toBe(200);
    await api.database.asSystem().execute({ text: 'delete from call_starts' });
    const placed = await send();
    expect(placed.status).toBe(200);
    expect((await send()).body.code).toBe('concurrency_limit_reached');
    await end(placed.body.callId);
    await changePlan('unlimited');
  });
});

describe('POST /api/v1/calls/call: 500', () => {
  /** Sends a call that is reported as failed. With `endDetail`, the call ends in the database a moment later. */
  async function sendFailing(endDetail?: string, endReason: EndReason = 'carrier_error') {
    report = { type: 'failed', message: 'The trunk answered 503.' };
    const response = send();
    await expect.poll(() => api.clock.pendingTimers).toBeGreaterThan(1);
    const { callId } = await newest();
    if (endDetail !== undefined) await end(callId, { endReason, endDetail });
    const ticking = setInterval(() => void api.clock.advance(50), 5);
    const { status, body } = await response;
    clearInterval(ticking);
    if (endDetail === undefined) await end(callId);
    return { status, body, callId };
  }

  it('returns the call id, the end reason and the cause', async () => {
    const { status, body, callId } = await sendFailing('No trunk carries this number.');
    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'Failed to initiate call',
      details: `No trunk carries this number. The call is ${callId}; it ended with carrier_error.`,
      code: 'UNKNOWN_ERROR',
      requestId: expect.any(String),
    });
  });

  it('returns 200 if a speech provider failed before the call reached the carrier', async () => {
    const endDetail = 'Speech recognition failed. local is not used for 2 s after failures.';
    const { status, body, callId } = await sendFailing(endDetail, 'provider_error');
    expect([status, body.callId]).toEqual([200, callId]);
    const row = await findCall(db(), { workspaceId: api.workspaceId, callId });
    expect(row).toMatchObject({ state: 'ended', endReason: 'provider_error', endDetail });
  });

  it('returns the message of the carrier if the end is not stored in time', async () => {
    const { body, callId } = await sendFailing();
    expect(body.details).toBe(`The trunk answered 503. The call is ${callId}.`);
  });

  /** Sends a call without a final report, runs `meanwhile`, and waits for the timeout. The dialer sends only `reported`. */
  async function sendUnreported(
    meanwhile: (callId: string) => Promise<unknown> = async () => {},
    reported?: object,
  ) {
    report = reported;
    const response = send();
    await expect.poll(() => api.clock.pendingTimers).toBe(1);
    await expect.poll(async () => (await newest()).status).toBe('queued');
    const { callId } = await newest();
    await meanwhile(callId);
    await api.clock.advance(handoffTimeoutMs);
    const ticking = setInterval(() => void api.clock.advance(50), 5);
    const { status, body } = await response;
    clearInterval(ticking);
    return { status, body, callId };
  }

  it('returns 429 overloaded and ends the call if no dialer has capacity in time', async () => {
    const { status, body, callId } = await sendUnreported(undefined, { type: 'waiting' });
    expect([status, body.code]).toEqual([429, 'overloaded']);
    expect(await newest()).toMatchObject({ callId, status: 'ended', endReason: 'cancelled' });
  });

  const newest = async () => (await api.send('GET', '/api/v1/calls?limit=1')).body.data.calls[0];
  const changeState = (callId: string, from: CallState, to: 'dialing' | 'ringing') =>
    recordCallChange(db(), {
      workspaceId: api.workspaceId,
      callId,
      from: [from],
      to,
      nodeId: 'node-1',
      at: noon,
    });
  const slots = () => countSlots(db(), { workspaceId: api.workspaceId });

  it('cancels the call if no dialer claims it, and frees its slot', async () => {
    const before = await slots();
    const { status, body } = await sendUnreported();
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'UNKNOWN_ERROR', details: expect.stringContaining('in time') });
    expect(await newest()).toMatchObject({
      status: 'ended',
      endReason: 'cancelled',
      disposition: 'cancelled',
    });
    expect(await slots()).toBe(before);
    expect(await changeState((await newest()).callId, 'queued', 'dialing')).toBeUndefined();
  });

  it('hangs up a call that is still being dialed at the timeout', async () => {
    const { status, body, callId } = await sendUnreported(async (id) => {
      await changeState(id, 'queued', 'dialing');
      const unsubscribe = api.bus.subscribe('call-commands', (command) => {
        expect(command).toMatchObject({ command: { type: 'end' }, callId: id });
        unsubscribe();
        void end(id);
      });
    });
    expect(status).toBe(500);
    expect(body.code).toBe('UNKNOWN_ERROR');
    expect(await newest()).toMatchObject({ callId, status: 'ended' });
  });

  it.each([
    [undefined, 'The call did not reach the carrier in time.'],
    [
      { type: 'proceeding' },
      'The carrier received the call, but neither rang the phone nor rejected the call in time.',
    ],
  ])('says what the carrier did with a call that it did not accept in time: %j', async (reported, text) => {
    const { status, body, callId } = await sendUnreported(async (id) => {
      await changeState(id, 'queued', 'dialing');
      const unsubscribe = api.bus.subscribe('call-commands', () => {
        unsubscribe();
        void end(id);
      });
    }, reported);
    expect([status, body.details]).toEqual([500, `${text} The call is ${callId}; it ended with cancelled.`]);
  });

  it('returns a ringing call although its report was lost', async () => {
    const { status, body, callId } = await sendUnreported(async (id) => {
      await changeState(id, 'queued', 'dialing');
      await changeState(id, 'dialing', 'ringing');
    });
    expect(status).toBe(200);
    expect(body.callId).toBe(callId);
    await end(callId);
  });

  it('returns 500 to the retry after a crash if the call ended before it reached a carrier', async () => {
    const headers = { 'idempotency-key': 'crashed-unplaced' };
    report = undefined;
    const first = send({}, { headers });
    await expect.poll(() => api.clock.pendingTimers).toBe(1);
    await expect.poll(async () => (await newest()).status).toBe('queued');
    const { callId } = await newest();
    await api.database.asSystem().execute({
      text: `update idempotency_records set lease_until = now() - interval '1 s', token = 'of a crashed node'
        where idempotency_key = 'crashed-unplaced'`,
    });
    await end(callId);
    const repeated = await send({}, { headers });
    expect(repeated).toMatchObject({ status: 500, body: { code: 'UNKNOWN_ERROR' } });
    expect((await newest()).callId).toBe(callId);
    await api.clock.advance(handoffTimeoutMs);
    await first;
  });
});

describe('POST /api/v1/calls/call: 503', () => {
  it('rejects new calls while the node is draining', async () => {
    api.node.draining = true;
    const { status, body } = await send();
    api.node.draining = false;
    expect(status).toBe(503);
    expect(body.code).toBe('draining');
  });
});
