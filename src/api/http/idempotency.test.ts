import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import type { Database, Scope } from '../../store/database.ts';

/** The simulated process dies right after this number of committed transactions. */
const crash = { commitsLeft: Infinity };

/** Wraps a database to simulate a process that dies between the effect and the response. */
function withCrash(real: Database): Database {
  const scopeOf = (scope: Scope): Scope => ({
    rows: (statement, values) => scope.rows(statement, values),
    row: (statement, values) => scope.row(statement, values),
    execute: async (statement, values) => {
      // A dead process stores no response and releases no lease.
      if (crash.commitsLeft <= 0 && /^(finish|abandon)_idempotent$/.test(statement.name ?? '')) return 0;
      return scope.execute(statement, values);
    },
    write: (statement, values) => scope.write(statement, values),
    transaction: async (work) => {
      const result = await scope.transaction(work);
      crash.commitsLeft -= 1;
      if (crash.commitsLeft <= 0) throw new Error('The process died.');
      return result;
    },
  });
  return {
    inWorkspace: (workspaceId) => scopeOf(real.inWorkspace(workspaceId)),
    asSystem: () => scopeOf(real.asSystem()),
    waiting: 0,
    listen: (...args) => real.listen(...args),
    onEventsCommitted: (listener) => real.onEventsCommitted(listener),
    checkHealth: () => real.checkHealth(),
    close: () => real.close(),
  };
}

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => withCrash(db) });
  const text = 'update workspaces set is_operator = true where id = $1';
  await api.database.asSystem().execute({ text }, [api.workspaceId]);
});
afterAll(() => api.close());

const post = (path: string, key: string, body: object, options: object = {}) =>
  api.send('POST', path, { body, headers: { 'idempotency-key': key }, ...options });

const count = async (table: string): Promise<number> =>
  (await api.database.asSystem().row<{ total: number }>({ text: `select count(*) as total from ${table}` }))!
    .total;

/** Makes the lease of the dead attempt expire in `seconds`. */
const setLease = (seconds: number) =>
  api.database.asSystem().execute(
    {
      text: `update idempotency_records set lease_until = now() + $1 * interval '1 s' where state = 'running'`,
    },
    [seconds],
  );

/** Makes the lease of the dead attempt expire. */
const expireLease = () =>
  api.database.asSystem().execute({
    text: `update idempotency_records set lease_until = now() - interval '1 s' where state = 'running'`,
  });

const flow = {
  type: 'call',
  name: 'Once',
  nodes: [{ id: 'bye', type: 'end', name: 'Bye', config: { text: 'Goodbye.' } }],
};

describe('a crash of the process', () => {
  it.each([
    ['/api/v1/agents', 'agents', { name: 'Once' }],
    ['/api/v1/flows', 'flows', flow],
    ['/v1/api/keys', 'api_keys', { name: 'Once', preset: 'read-only' }],
    ['/v1/api/users', 'users', { email: 'once@example.org', role: 'viewer' }],
    ['/v1/api/workspaces', 'workspaces', { name: 'Once' }],
  ])(
    'after the effect of POST %s leaves one effect, and the retry returns its response',
    async (path, table, body) => {
      const before = await count(table);
      crash.commitsLeft = 1;
      const crashed = await post(path, `crash-${table}`, body);
      crash.commitsLeft = Infinity;
      expect(crashed.status).toBe(500);
      expect(await count(table)).toBe(before + 1);
      const repeated = await post(path, `crash-${table}`, body);
      expect(repeated.status).toBe(200);
      expect(repeated.headers['idempotent-replayed']).toBe('true');
      expect(await count(table)).toBe(before + 1);
      expect(repeated.body.id).toMatch(/^(agent|flow|key|usr|ws)_/);
    },
  );

  it('after a key rotation lets the retry return the new key, which works', async () => {
    const { body: key } = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'full' } });
    crash.commitsLeft = 1;
    await post(`/v1/api/keys/${key.id}/rotate`, 'crash-rotation', {});
    crash.commitsLeft = Infinity;
    const repeated = await post(`/v1/api/keys/${key.id}/rotate`, 'crash-rotation', {});
    expect((await api.send('GET', '/api/v1/agents', { key: repeated.body.apiKey })).status).toBe(200);
  });

  it('before the effect lets a retry execute the request after the lease has expired', async () => {
    const before = await count('agents');
    const { context } = api;
    const db = context.database.inWorkspace(api.workspaceId);
    const text = `insert into idempotency_records
      (workspace_id, idempotency_key, fingerprint, state, token, lease_until, expires_at)
      select workspace_id, 'died-early', fingerprint, 'running', 'dead', now() + interval '1 min', expires_at
      from idempotency_records where idempotency_key = 'template'`;
    await post('/api/v1/agents', 'template', { name: 'Early' });
    await db.execute({ text });
    const meanwhile = await post('/api/v1/agents', 'died-early', { name: 'Early' });
    expect(meanwhile.body.code).toBe('idempotency_in_progress');
    expect(meanwhile.headers['retry-after']).toBe('1');
    await setLease(20);
    const later = await post('/api/v1/agents', 'died-early', { name: 'Early' });
    expect(later.headers['retry-after']).toBe('20');
    await expireLease();
    expect((await post('/api/v1/agents', 'died-early', { name: 'Early' })).status).toBe(200);
    expect(await count('agents')).toBe(before + 2);
  });
});

describe('a thousand equal concurrent requests', () => {
  it('have one effect', async () => {
    const before = await count('agents');
    const responses = await Promise.all(
      Array.from({ length: 1000 }, () => post('/api/v1/agents', 'thousand', { name: 'One of a thousand' })),
    );
    expect(await count('agents')).toBe(before + 1);
    const done = responses.filter(({ status }) => status === 200);
    const others = responses.filter(({ status }) => status !== 200);
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect(
      others.every(({ status, body }) => status === 400 && body.code === 'idempotency_in_progress'),
    ).toBe(true);
    expect((await post('/api/v1/agents', 'thousand', { name: 'One of a thousand' })).status).toBe(200);
  }, 60_000);
});

describe('a response that is not stored', () => {
  it('is a 401 or a 429: the retry is executed', async () => {
    const limitedKey = await api.createKey({ requestsPerMinute: 1 });
    await api.send('GET', '/api/v1/agents', { key: limitedKey });
    const limited = await post('/api/v1/agents', 'not-kept', { name: 'x' }, { key: limitedKey });
    expect(limited.status).toBe(429);
    const unauthenticated = await post('/api/v1/agents', 'not-kept', { name: 'x' }, { key: null });
    expect(unauthenticated.status).toBe(401);
    const retried = await post('/api/v1/agents', 'not-kept', { name: 'x' });
    expect(retried.status).toBe(200);
    expect(retried.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is a 500: the retry is executed', async () => {
    const { node } = api.context;
    const broken = Object.getOwnPropertyDescriptor(api.context, 'ids')!;
    Object.defineProperty(api.context, 'ids', {
      value: {
        newId: () => {
          throw new Error(`out of ids on ${node.id}`);
        },
      },
    });
    const failed = await post('/v1/api/workspaces', 'broken', { name: 'x' });
    Object.defineProperty(api.context, 'ids', broken);
    expect(failed.status).toBe(500);
    expect((await post('/v1/api/workspaces', 'broken', { name: 'x' })).status).toBe(200);
  });
});

describe('a stored response', () => {
  it('is not replayed in another workspace', async () => {
    const { key } = await seedOtherWorkspace(api);
    const first = await post('/api/v1/agents', 'shared', { name: 'Ours' });
    const second = await post('/api/v1/agents', 'shared', { name: 'Ours' }, { key });
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect(second.body.id).not.toBe(first.body.id);
  });
});
