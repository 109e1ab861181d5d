import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { password, signedIn } from '../../test/support/people.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { Statement } from '../store/queryable.ts';

/** While it is set, no entry of the audit log can be written. */
const fault = { log: false };

/** A database that may refuse the entries. */
function refusing(real: Database): Database {
  const seen = (db: Queryable): Queryable => ({
    rows: (statement, values) => db.rows(statement, values),
    row: (statement, values) => db.row(statement, values),
    execute: (statement, values) => db.execute(statement, values),
    write: async (statement: Statement, values) => {
      if (fault.log && statement.name === 'insert_audit_entry') throw new Error('The log is full.');
      return db.write(statement, values);
    },
  });
  const scopeOf = (scope: ReturnType<Database['asSystem']>) => ({
    ...seen(scope),
    transaction: <T>(work: (tx: Queryable) => Promise<T>) => scope.transaction((tx) => work(seen(tx))),
  });
  return {
    inWorkspace: (workspaceId) => scopeOf(real.inWorkspace(workspaceId)),
    asSystem: () => scopeOf(real.asSystem()),
    waiting: 0,
    listen: (...told) => real.listen(...told),
    checkHealth: () => real.checkHealth(),
    close: () => real.close(),
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => refusing(db) });
});
afterAll(() => api.close());

type Method = Parameters<TestApi['send']>[0];

async function make(path: string, body: object): Promise<string> {
  const made = await api.send('POST', path, { workspace: api.workspaceId, body });
  expect(made.status).toBe(200);
  const [suppression = made.body] = made.body.suppressions ?? [];
  return suppression.id;
}

/** Everything that can be read at these addresses. */
async function stateOf(paths: readonly string[]): Promise<unknown[]> {
  const answers = [];
  for (const path of paths) answers.push((await api.send('GET', path, { workspace: api.workspaceId })).body);
  return answers;
}

const lists = [
  '/api/v1/agents',
  '/api/v1/flows',
  '/v1/api/keys',
  '/v1/api/disposition-codes',
  '/v1/api/suppressions',
  '/v1/api/call-dispositions',
];

/** Changes of every kind, by what they are to be done to. */
const changes: readonly (readonly [string, () => Promise<readonly [Method, string, object?]>])[] = [
  ['an agent made', async () => ['POST', '/api/v1/agents', { name: 'Grace' }]],
  [
    'an agent changed',
    async () => [
      'PATCH',
      `/api/v1/agents/${await make('/api/v1/agents', { name: 'Joan' })}`,
      { name: 'Ada' },
    ],
  ],
  [
    'an agent deleted',
    async () => ['DELETE', `/api/v1/agents/${await make('/api/v1/agents', { name: 'Mary' })}`],
  ],
  ['a key made', async () => ['POST', '/v1/api/keys', { name: 'Another', preset: 'read-only' }]],
  [
    'a key revoked',
    async () => [
      'DELETE',
      `/v1/api/keys/${await make('/v1/api/keys', { name: 'Old', preset: 'read-only' })}`,
    ],
  ],
  ['a disposition code made', async () => ['POST', '/v1/api/disposition-codes', { code: 'warm' }]],
  [
    'a disposition code deleted',
    async () => [
      'DELETE',
      `/v1/api/disposition-codes/${await make('/v1/api/disposition-codes', { code: 'cold' })}`,
    ],
  ],
  [
    'a suppression lifted',
    async () => [
      'DELETE',
      `/v1/api/suppressions/${await make('/v1/api/suppressions', { channel: 'voice', address: '+12025550123' })}`,
    ],
  ],
  [
    'a disposition recorded',
    async () => [
      'POST',
      '/v1/api/call-dispositions',
      { phoneNumber: '+12025550123', disposition: 'interested' },
    ],
  ],
];

describe.each(changes)('%s', (_what, prepare) => {
  it('leaves nothing where its entry in the audit log cannot be written', async () => {
    const [method, path, body] = await prepare();
    const before = await stateOf(lists);
    fault.log = true;
    const refused = await api.send(method, path, { workspace: api.workspaceId, body });
    fault.log = false;
    expect(refused.status).toBe(500);
    expect(await stateOf(lists)).toEqual(before);
    expect((await api.send(method, path, { workspace: api.workspaceId, body })).status).toBe(200);
  });
});

interface OfSessions {
  readonly what: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
}

const ofSessions: readonly OfSessions[] = [
  { what: 'signing out', method: 'DELETE', path: '/v1/api/sessions/current' },
  { what: 'signing out everywhere', method: 'DELETE', path: '/v1/api/sessions' },
  {
    what: 'a change of the password',
    method: 'POST',
    path: '/v1/api/sessions/current/password',
    body: { currentPassword: password, newPassword: 'a longer battery' },
  },
];

describe.each(ofSessions)('$what', ({ method, path, body }) => {
  it('leaves the session as it was where its entry cannot be written', async () => {
    const { headers } = await signedIn(api, 'admin');
    const withCookie = { key: null, headers: { ...headers } };
    const ask = () => api.send(method, path, body === undefined ? withCookie : { ...withCookie, body });
    const look = () => api.send('GET', '/v1/api/sessions/current', withCookie);
    fault.log = true;
    const refused = await ask();
    fault.log = false;
    expect(refused.status).toBe(500);
    expect((await look()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect((await look()).status).toBe(401);
  });
});
