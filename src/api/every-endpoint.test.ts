import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedStranger, type TestApi } from '../../test/support/api.ts';
import { seedBatchOf } from '../../test/support/batches.ts';
import { noon, seedCall, type Fixture } from '../../test/support/fixtures.ts';
import { newId, type IdKind } from '../core/ids.ts';
import { problems } from '../core/problems.ts';
import { upsertActiveCall } from '../store/active-calls/upsert-active-call.ts';
import { insertOwnedNumber } from '../store/numbers/insert-owned-number.ts';
import { endpoints } from './endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { errorShapeOf } from './error-body.ts';

let api: TestApi;
let stranger: Fixture & { key: string };
/** What belongs to the stranger, by kind of id. */
const foreign: Partial<Record<IdKind, string>> = {};

beforeAll(async () => {
  api = await createTestApi();
  stranger = await seedStranger(api);
  const scope = api.database.inWorkspace(stranger.workspaceId);
  const { workspaceId } = stranger;
  const call = await seedCall(api.database, stranger);
  const number = await insertOwnedNumber(scope, {
    id: newId('number'),
    workspaceId,
    e164: '+12025550188',
    at: noon,
  });
  await upsertActiveCall(scope, {
    callId: call.id,
    workspaceId,
    nodeId: 'node-1',
    agentId: stranger.agent.id,
    agentName: 'Ada',
    customerPhone: '+12025550101',
    customerName: null,
    type: 'phone',
    sentiment: 'neutral',
    lastMessage: '',
    transferRequested: false,
    participants: [],
    startedAt: noon,
    at: noon,
  });
  const keys = await api.send('GET', '/v1/api/keys', { key: stranger.key });
  const disposition = await api.send('POST', '/v1/api/call-dispositions', {
    key: stranger.key,
    workspace: workspaceId,
    body: { phoneNumber: '+12025550101', disposition: 'interested' },
  });
  const dispositionCode = await api.send('POST', '/v1/api/disposition-codes', {
    key: stranger.key,
    workspace: workspaceId,
    body: { code: 'theirs' },
  });
  const { batch, jobIdOf } = await seedBatchOf(api.database, stranger, 1);
  Object.assign(foreign, {
    batch: batch.id,
    job: jobIdOf(0),
    agent: stranger.agent.id,
    flow: stranger.flow.id,
    call: call.id,
    room: call.roomName,
    number: number!.id,
    disposition: disposition.body['_id'],
    dispositionCode: dispositionCode.body.id,
    key: keys.body.data.keys[0].id,
  });
});
afterAll(() => api.close());

/** The endpoint's path with an id in each of its places. */
const pathOf = (one: Endpoint, ids: Partial<Record<IdKind, string>>) =>
  one.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const { kind } = one.parameters![name]!;
    return ids[kind] ?? newId(kind);
  });

/** As a careless client would send it: whatever is refused must be refused before the body matters. */
const ask = (one: Endpoint, ids: Partial<Record<IdKind, string>>, sent: object) => {
  const body = one.method === 'PATCH' || one.method === 'POST' ? { body: {} } : {};
  return api.send(one.method, pathOf(one, ids), { workspace: api.workspaceId, ...body, ...sent });
};

const codeOf = (one: Endpoint, body: { code?: string; error?: { code: string } }) =>
  errorShapeOf(one.path) === 'nested' ? body.error?.code : body.code;

const named = (some: readonly Endpoint[]) => some.map((one) => ({ name: `${one.method} ${one.path}`, one }));

const forPeople = endpoints.filter(({ scope }) => scope === 'signed-in');
const forKeys = endpoints.filter(({ scope }) => scope !== 'public' && scope !== 'signed-in');

describe.each(named(forPeople))('$name', ({ one }) => {
  it('is 401 without a session, and 403 with a key', async () => {
    const stranger = await ask(one, {}, { key: null });
    expect([stranger.status, codeOf(one, stranger.body)]).toEqual([401, 'missing_api_key']);
    const program = await ask(one, {}, {});
    expect([program.status, codeOf(one, program.body)]).toEqual([403, 'session_required']);
  });
});

describe.each(named(forKeys))('$name', ({ one }) => {
  it('is 401 without a key', async () => {
    const { status, body } = await ask(one, {}, { key: null });
    expect([status, codeOf(one, body)]).toEqual([401, 'missing_api_key']);
  });

  it('is 401 with a key that is not known', async () => {
    const { status, body } = await ask(one, {}, { key: 'sk_live_0000000000000000000000000000000000000000' });
    expect([status, codeOf(one, body)]).toEqual([401, 'invalid_api_key']);
  });

  it('is 401 with a key past its date', async () => {
    const { status, body } = await ask(one, {}, { key: await api.makeKey({ expiresAt: noon }) });
    expect([status, codeOf(one, body)]).toEqual([401, 'api_key_expired']);
  });

  it('is 403 with a key that lacks the scope, and names it', async () => {
    const key = await api.makeKey({ scopes: one.scope === 'webhooks:read' ? [] : ['webhooks:read'] });
    const { status, body } = await ask(one, {}, { key });
    expect([status, codeOf(one, body)]).toEqual([403, 'insufficient_scope']);
    expect(JSON.stringify(body)).toContain(one.scope);
  });

  it('is 403 in a workspace that is closed to the key', async () => {
    const { status, body } = await ask(one, {}, { workspace: stranger.workspaceId });
    expect([status, codeOf(one, body)]).toEqual([403, 'workspace_forbidden']);
  });

  it('refuses a query that it does not know', async () => {
    const answer = await api.send(one.method, `${pathOf(one, {})}?nonsense=1`, {
      workspace: api.workspaceId,
    });
    expect([400, 404]).toContain(answer.status);
  });

  if (one.parameters === undefined) return;

  it('answers the id of another workspace as one that does not exist', async () => {
    const theirs = await ask(one, foreign, {});
    const unknown = await ask(one, {}, {});
    expect(theirs.status).toBe(404);
    const [missing] = Object.values(one.parameters!);
    expect(codeOf(one, theirs.body)).toBe(missing!.missing);
    expect(withoutId(theirs.body)).toEqual(withoutId(unknown.body));
  });
});

const withoutId = (body: object): string => JSON.stringify(body).replaceAll(/req_\w+/g, 'req_');

describe('the stranger', () => {
  it('still has everything', async () => {
    const { key } = stranger;
    const kept = await Promise.all([
      api.send('GET', `/api/v1/agents/${foreign.agent}`, { key }),
      api.send('GET', `/api/v1/flows/${foreign.flow}`, { key }),
      api.send('GET', `/api/v1/calls/${foreign.call}`, { key }),
      api.send('GET', `/v1/api/telephony/numbers/${foreign.number}`, { key }),
    ]);
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(kept[2].body.status).toBe('queued');
  });
});

describe('every code', () => {
  it('has one of the seven status codes, or 503 for a node that stops', () => {
    const statuses = new Set(Object.values(problems).map(({ status }) => status));
    expect([...statuses].sort((left, right) => left - right)).toEqual([400, 401, 403, 404, 429, 500, 503]);
  });
});
