import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { withFaultPoints } from '../../test/support/crash/fault-points.ts';
import { password, addSignedInUser } from '../../test/support/users.ts';
import type { Database } from '../store/database.ts';

/** While `auditLog` is true, writes of audit entries fail. */
const failing = { auditLog: false };

const withFailingAuditLog = (database: Database): Database =>
  withFaultPoints(database, {
    async step(name, run) {
      if (failing.auditLog && name === 'insert_audit_entry') throw new Error('The log is full.');
      return run();
    },
  });

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => withFailingAuditLog(db) });
});
afterAll(() => api.close());

type Method = Parameters<TestApi['send']>[0];

/** Creates a resource and returns its id. */
async function create(path: string, body: object): Promise<string> {
  const created = await api.send('POST', path, { workspace: api.workspaceId, body });
  expect(created.status).toBe(200);
  // A created suppression is in a list, other resources are the body.
  const resource = created.body.suppressions?.[0] ?? created.body;
  return resource.id;
}

/** Returns the response bodies of these paths. */
async function bodiesOf(paths: readonly string[]): Promise<unknown[]> {
  const bodies = [];
  for (const path of paths) bodies.push((await api.send('GET', path, { workspace: api.workspaceId })).body);
  return bodies;
}

const listPaths = [
  '/api/v1/agents',
  '/api/v1/flows',
  '/v1/api/keys',
  '/v1/api/disposition-codes',
  '/v1/api/suppressions',
  '/v1/api/call-dispositions',
];

/** A selection of changes; each function creates what the change needs and returns the request. */
const changes: readonly (readonly [string, () => Promise<readonly [Method, string, object?]>])[] = [
  ['creating an agent', async () => ['POST', '/api/v1/agents', { name: 'Grace' }]],
  [
    'updating an agent',
    async () => [
      'PATCH',
      `/api/v1/agents/${await create('/api/v1/agents', { name: 'Joan' })}`,
      { name: 'Ada' },
    ],
  ],
  [
    'deleting an agent',
    async () => ['DELETE', `/api/v1/agents/${await create('/api/v1/agents', { name: 'Mary' })}`],
  ],
  ['creating a key', async () => ['POST', '/v1/api/keys', { name: 'Another', preset: 'read-only' }]],
  [
    'revoking a key',
    async () => [
      'DELETE',
      `/v1/api/keys/${await create('/v1/api/keys', { name: 'Old', preset: 'read-only' })}`,
    ],
  ],
  ['creating a disposition code', async () => ['POST', '/v1/api/disposition-codes', { code: 'warm' }]],
  [
    'deleting a disposition code',
    async () => [
      'DELETE',
      `/v1/api/disposition-codes/${await create('/v1/api/disposition-codes', { code: 'cold' })}`,
    ],
  ],
  [
    'deleting a suppression',
    async () => [
      'DELETE',
      `/v1/api/suppressions/${await create('/v1/api/suppressions', { channel: 'voice', address: '+12025550123' })}`,
    ],
  ],
  [
    'creating a disposition',
    async () => [
      'POST',
      '/v1/api/call-dispositions',
      { phoneNumber: '+12025550123', disposition: 'interested' },
    ],
  ],
];

describe.each(changes)('%s', (_change, prepare) => {
  it('is rolled back if its audit entry cannot be written', async () => {
    const [method, path, body] = await prepare();
    const before = await bodiesOf(listPaths);
    failing.auditLog = true;
    const failed = await api.send(method, path, { workspace: api.workspaceId, body });
    failing.auditLog = false;
    expect(failed.status).toBe(500);
    expect(await bodiesOf(listPaths)).toEqual(before);
    expect((await api.send(method, path, { workspace: api.workspaceId, body })).status).toBe(200);
  });
});

interface SessionChange {
  readonly what: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
}

const sessionChanges: readonly SessionChange[] = [
  { what: 'signing out', method: 'DELETE', path: '/v1/api/sessions/current' },
  { what: 'signing out everywhere', method: 'DELETE', path: '/v1/api/sessions' },
  {
    what: 'changing the password',
    method: 'POST',
    path: '/v1/api/sessions/current/password',
    body: { currentPassword: password, newPassword: 'a longer battery' },
  },
];

describe.each(sessionChanges)('$what', ({ method, path, body }) => {
  it('leaves the session unchanged if its audit entry cannot be written', async () => {
    const { headers } = await addSignedInUser(api, 'admin');
    const withCookie = { key: null, headers: { ...headers } };
    const send = () => api.send(method, path, body === undefined ? withCookie : { ...withCookie, body });
    const getSession = () => api.send('GET', '/v1/api/sessions/current', withCookie);
    failing.auditLog = true;
    const failed = await send();
    failing.auditLog = false;
    expect(failed.status).toBe(500);
    expect((await getSession()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect((await getSession()).status).toBe(401);
  });
});
