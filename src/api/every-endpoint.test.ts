import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../test/support/api.ts';
import { seedBatchOf } from '../../test/support/batches.ts';
import { noon, seedCall, type Fixture } from '../../test/support/fixtures.ts';
import { newId, type IdKind } from '../core/ids.ts';
import { problems } from '../core/problems.ts';
import { upsertActiveCall } from '../store/active-calls.ts';
import { insertOwnedNumber } from '../store/phone-numbers.ts';
import { endpoints } from './endpoints.ts';
import { type Endpoint, isValueKind } from './endpoint.ts';
import { errorShapeOf } from './http/error-body.ts';

let api: TestApi;
let otherWorkspace: Fixture & { key: string };
/** Ids of resources of the other workspace, by kind. */
const foreignIds: Partial<Record<IdKind, string>> = {};

beforeAll(async () => {
  api = await createTestApi();
  otherWorkspace = await seedOtherWorkspace(api);
  const db = api.database.inWorkspace(otherWorkspace.workspaceId);
  const { workspaceId } = otherWorkspace;
  const call = await seedCall(api.database, otherWorkspace);
  const number = await insertOwnedNumber(db, {
    id: newId('number'),
    workspaceId,
    e164: '+12025550188',
    at: noon,
  });
  await upsertActiveCall(db, {
    callId: call.id,
    workspaceId,
    nodeId: 'node-1',
    agentId: otherWorkspace.agent.id,
    agentName: 'Ada',
    customerPhone: '+12025550101',
    customerName: null,
    type: 'phone',
    sentiment: 'neutral',
    lastMessage: '',
    transferRequested: false,
    held: false,
    muted: false,
    participants: [],
    startedAt: noon,
    at: noon,
  });
  const keys = await api.send('GET', '/v1/api/keys', { key: otherWorkspace.key });
  const disposition = await api.send('POST', '/v1/api/call-dispositions', {
    key: otherWorkspace.key,
    workspace: workspaceId,
    body: { phoneNumber: '+12025550101', disposition: 'interested' },
  });
  const dispositionCode = await api.send('POST', '/v1/api/disposition-codes', {
    key: otherWorkspace.key,
    workspace: workspaceId,
    body: { code: 'theirs' },
  });
  const { batch, jobIdOf } = await seedBatchOf(api.database, otherWorkspace, 1);
  Object.assign(foreignIds, {
    batch: batch.id,
    job: jobIdOf(0),
    agent: otherWorkspace.agent.id,
    flow: otherWorkspace.flow.id,
    call: call.id,
    room: call.roomName,
    number: number!.id,
    disposition: disposition.body['_id'],
    dispositionCode: dispositionCode.body.id,
    key: keys.body.data.keys[0].id,
  });
});
afterAll(() => api.close());

const valuesOfKinds = { version: '1', plan: 'developer', template: 'survey' };

/** Returns the path of the endpoint with an id for each parameter. */
const pathOf = (endpoint: Endpoint, ids: Partial<Record<IdKind, string>>) =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const { kind } = endpoint.parameters![name]!;
    return isValueKind(kind) ? valuesOfKinds[kind] : (ids[kind] ?? newId(kind));
  });

/** Sends a request with an empty body: authentication and access are checked before the body. */
const sendTo = (endpoint: Endpoint, ids: Partial<Record<IdKind, string>>, options: object) => {
  const body = endpoint.method === 'PATCH' || endpoint.method === 'POST' ? { body: {} } : {};
  return api.send(endpoint.method, pathOf(endpoint, ids), {
    workspace: api.workspaceId,
    ...body,
    ...options,
  });
};

const codeOf = (endpoint: Endpoint, body: { code?: string; error?: { code: string } }) =>
  errorShapeOf(endpoint.path) === 'nested' ? body.error?.code : body.code;

const withName = (some: readonly Endpoint[]) =>
  some.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

const userEndpoints = endpoints.filter(({ scope }) => scope === 'signed-in');
const keyEndpoints = endpoints.filter(({ scope }) => scope !== 'public' && scope !== 'signed-in');

describe.each(withName(userEndpoints))('$name', ({ endpoint }) => {
  it('returns 401 without a session, and 403 with a key', async () => {
    const anonymous = await sendTo(endpoint, {}, { key: null });
    expect([anonymous.status, codeOf(endpoint, anonymous.body)]).toEqual([401, 'missing_api_key']);
    const withKey = await sendTo(endpoint, {}, {});
    expect([withKey.status, codeOf(endpoint, withKey.body)]).toEqual([403, 'session_required']);
  });
});

describe.each(withName(keyEndpoints))('$name', ({ endpoint }) => {
  it('returns 401 without a key', async () => {
    const { status, body } = await sendTo(endpoint, {}, { key: null });
    expect([status, codeOf(endpoint, body)]).toEqual([401, 'missing_api_key']);
  });

  it('returns 401 with an unknown key', async () => {
    const { status, body } = await sendTo(
      endpoint,
      {},
      { key: 'sk_live_0000000000000000000000000000000000000000' },
    );
    expect([status, codeOf(endpoint, body)]).toEqual([401, 'invalid_api_key']);
  });

  it('returns 401 with an expired key', async () => {
    const { status, body } = await sendTo(endpoint, {}, { key: await api.createKey({ expiresAt: noon }) });
    expect([status, codeOf(endpoint, body)]).toEqual([401, 'api_key_expired']);
  });

  it('returns 403 with a key that lacks the scope, and names the scope', async () => {
    const key = await api.createKey({ scopes: endpoint.scope === 'webhooks:read' ? [] : ['webhooks:read'] });
    const { status, body } = await sendTo(endpoint, {}, { key });
    expect([status, codeOf(endpoint, body)]).toEqual([403, 'insufficient_scope']);
    expect(JSON.stringify(body)).toContain(endpoint.scope);
  });

  it('returns 403 for a workspace that the key cannot access', async () => {
    const { status, body } = await sendTo(endpoint, {}, { workspace: otherWorkspace.workspaceId });
    expect([status, codeOf(endpoint, body)]).toEqual([403, 'workspace_forbidden']);
  });

  it('rejects an unknown query parameter', async () => {
    const response = await api.send(endpoint.method, `${pathOf(endpoint, {})}?nonsense=1`, {
      workspace: api.workspaceId,
    });
    expect([400, 404]).toContain(response.status);
  });

  if (Object.values(endpoint.parameters ?? {}).every(({ kind }) => isValueKind(kind))) return;

  it('returns the same 404 for an id of another workspace as for an unknown id', async () => {
    const foreign = await sendTo(endpoint, foreignIds, {});
    const unknown = await sendTo(endpoint, {}, {});
    expect(foreign.status).toBe(404);
    const [parameter] = Object.values(endpoint.parameters!);
    expect(codeOf(endpoint, foreign.body)).toBe(parameter!.notFoundCode);
    expect(withoutId(foreign.body)).toEqual(withoutId(unknown.body));
  });
});

const withoutId = (body: object): string => JSON.stringify(body).replaceAll(/req_\w+/g, 'req_');

describe('the other workspace', () => {
  it('still has its resources after the requests of the tests above', async () => {
    const { key } = otherWorkspace;
    const unchanged = await Promise.all([
      api.send('GET', `/api/v1/agents/${foreignIds.agent}`, { key }),
      api.send('GET', `/api/v1/flows/${foreignIds.flow}`, { key }),
      api.send('GET', `/api/v1/calls/${foreignIds.call}`, { key }),
      api.send('GET', `/v1/api/telephony/numbers/${foreignIds.number}`, { key }),
    ]);
    expect(unchanged.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(unchanged[2].body.status).toBe('queued');
  });
});

describe('every error code', () => {
  it('has one of the six documented error statuses, or 503 for a stopping node or an outage', () => {
    const statuses = new Set(Object.values(problems).map(({ status }) => status));
    expect([...statuses].sort((left, right) => left - right)).toEqual([400, 401, 403, 404, 429, 500, 503]);
  });
});
