import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { clientConfig } from './connection.ts';
import { QueryBatcher, type WithConnection } from './query-batcher.ts';

let database: TestDatabase;
let pool: pg.Pool;
/** Workspaces of the transactions. */
let requested: string[] = [];
let writes = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ ...clientConfig(database.connection, 'query-batcher'), pipeline: true, max: 2 });
  pool.on('connect', (client) => client.on('error', () => {}));
  // The server closes idle connections when the database is dropped.
  pool.on('error', () => {});
});
afterEach(() => {
  requested = [];
  writes = 0;
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const withConnection: WithConnection = async (work) => {
  const client = await pool.connect();
  const { stream } = client.connection;
  const spies = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')];
  try {
    return await work(client);
  } finally {
    for (const spy of spies) {
      writes += spy.mock.calls.length;
      spy.mockRestore();
    }
    client.release();
  }
};

describe('QueryBatcher', () => {
  const lookups = new QueryBatcher(withConnection, (workspace) => {
    requested.push(workspace);
    return { text: `begin; set local parley.workspace = '${workspace}'` };
  });
  const echo = (value: string) =>
    lookups.query('ws_1', { text: 'select $1::text as value', values: [value] });

  it('sends lookups of one turn in one write, and returns each result', async () => {
    const results = await Promise.all(['a', 'b', 'c'].map(echo));
    expect(results.map(({ rows }) => (rows as { value: string }[])[0]!.value)).toEqual(['a', 'b', 'c']);
    expect(requested).toEqual(['ws_1']);
    expect(writes).toBe(1);
  });

  it('fails each lookup separately', async () => {
    const settled = await Promise.allSettled([
      echo('a'),
      lookups.query('ws_1', { text: 'select 1 / 0' }),
      echo('b'),
    ]);
    expect(settled).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ value: 'a' }] } },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: { rows: [{ value: 'b' }] } },
    ]);
  });

  it('sees the workspace of its transaction only', async () => {
    const text = `select current_setting('parley.workspace', true) as workspace`;
    const { rows } = await lookups.query('ws_1', { text });
    expect(rows).toEqual([{ workspace: 'ws_1' }]);
    expect((await pool.query(text)).rows).not.toContainEqual({ workspace: 'ws_1' });
  });

  it('uses one transaction per workspace', async () => {
    await Promise.all([echo('a'), lookups.query('ws_2', { text: 'select 1' })]);
    expect(requested.toSorted()).toEqual(['ws_1', 'ws_2']);
  });

  it('sends at most sixteen lookups in one transaction', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, (_none, index) => echo(String(index))));
    expect(results.map(({ rows }) => Number((rows as { value: string }[])[0]!.value))).toEqual(
      Array.from({ length: 40 }, (_none, index) => index),
    );
    expect(requested).toHaveLength(3);
  });

  it('fails all lookups of a broken connection, and sends the next on another', async () => {
    const killed = lookups.query('ws_1', { text: 'select pg_terminate_backend(pg_backend_pid())' });
    const settled = await Promise.allSettled([killed, echo('a')]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await vi.waitFor(async () => expect((await echo('b')).rows).toEqual([{ value: 'b' }]));
  });

  it('counts lookups that wait for a connection', async () => {
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    const pending = [echo('a'), echo('b')];
    expect(lookups.waiting).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lookups.waiting).toBe(2);
    for (const client of clients) client.release();
    await Promise.all(pending);
    expect(lookups.waiting).toBe(0);
  });
});
